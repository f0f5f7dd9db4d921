#include "cli/xboard_command.h"

#include <CLI/App.hpp>
#include <memory>

#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/protocol_session.h"

namespace vitrine::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
  xboard -fcp "vitrine xboard"               play against it
  xboard -fcp "vitrine xboard --engine negamax" -scp fairymax -mode TwoMachines
  vitrine xboard                             by hand: 'help' lists the commands

Reads standard input until 'quit' or its end. Speaks protocol 2, and 1 to those who know no other.)";

}  // namespace

void add_xboard_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "xboard", "Speak CECP: an engine for xboard and WinBoard");
  auto argument = std::make_shared<EngineArgument>();
  add_engine_argument(*command, *argument);
  command->footer(kExamples);
  command->callback([argument, &exit_code] {
    speak_xboard(*argument);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
