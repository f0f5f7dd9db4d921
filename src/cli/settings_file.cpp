#include "cli/settings_file.h"

#include <toml++/toml.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/usage_error.h"

namespace vitrine::cli {

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw UsageError("can't read '" + path + "'");
  return text;
}

std::string toml_to_json(const std::string& text, const std::string& path) {
  try {
    std::ostringstream json;
    json << toml::json_formatter(toml::parse(text, path));
    return json.str();
  } catch (const toml::parse_error& error) {
    std::ostringstream place;
    place << error.source();  // with file, line and column
    throw UsageError(place.str() + ": " + std::string(error.description()));
  }
}

}  // namespace

arena::TournamentSettings read_settings_file(const std::string& path) {
  std::string text = read_file(path);
  if (path.ends_with(".toml"))
    text = toml_to_json(text, path);
  else if (!path.ends_with(".json"))
    throw UsageError("'" + path + "' should end in .json or .toml");
  auto settings = arena::parse_settings(text);
  if (!settings) throw UsageError(path + ": " + settings.error().text);
  return *std::move(settings);
}

}  // namespace vitrine::cli
