#pragma once

namespace CLI {
class App;
}

namespace vitrine::cli {

// `vitrine bot check FILE`: is this bot fit for a tournament? Exit status 1: it isn't.
void add_bot_check(CLI::App& bot, int& exit_code);

}  // namespace vitrine::cli
