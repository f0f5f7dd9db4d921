#pragma once

namespace CLI {
class App;
}

namespace vitrine::cli {

// `vitrine challenge DIR`: the event. Every bot of a folder that is fit plays a Swiss, and the best of it a
// knock-out.
void add_challenge_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
