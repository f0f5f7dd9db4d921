// `vitrine bot new`: the file to start from.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "cli/add_command.h"
#include "cli/bot_command.h"
#include "cli/usage_error.h"
#include "notation/in_quotes.h"
#include "workshop/template.h"

namespace vitrine::cli {

namespace {

constexpr const char* kHelp = R"(Examples:
  vitrine bot new mine                 writes mine.cpp, which 'vitrine bot play mine.cpp' plays at once

A file that is there already stays as it is. docs/workshop.md tells how to go on.
Exit status: 0 written, 1 it can't be written, 2 the name can't be used, or a file has it already.)";

void write_new(const std::string& name) {
  const std::string stem = name.ends_with(".cpp") ? name.substr(0, name.size() - 4) : name;
  if (!workshop::is_bot_name(stem))
    throw UsageError(notation::in_quotes(name) + " can't name a bot: use letters, digits, '-' and '_'");
  const std::filesystem::path file = stem + ".cpp";
  if (std::filesystem::exists(file)) throw UsageError(file.string() + " is there already");
  std::ofstream out(file);
  out << workshop::starter_bot(stem);
  if (!out.flush()) throw std::system_error(errno, std::generic_category(), "writing " + file.string());
  std::cout << fmt::format("Wrote {0}. It plays already: vitrine bot play {0}\n", file.string());
}

}  // namespace

void add_bot_new(CLI::App& bot, int& exit_code) {
  CLI::App* command = add_command(bot, "new", "Write a commented bot to start from");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "Its name; the file is NAME.cpp")->type_name("NAME")->required();
  command->footer(kHelp);
  command->callback([name, &exit_code] {
    write_new(*name);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
