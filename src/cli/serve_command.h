#pragma once

// `vitrine serve`: the cabinet as a page in a browser.

namespace CLI {
class App;
}

namespace vitrine::cli {

void add_serve_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
