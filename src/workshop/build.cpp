#include "workshop/build.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "base/child_process.h"
#include "base/line_reader.h"
#include "workshop/build_kit.h"
#include "workshop/tokens.h"
#include "workshop/tokens_lexer.h"

namespace vitrine::workshop {

namespace fs = std::filesystem;

namespace {

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || !fs::is_regular_file(path)) return {};
  return std::string(std::istreambuf_iterator<char>(in), {});
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::system_error(errno, std::generic_category(), "writing " + path.string());
}

// As a C++ string literal.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? ' ' : c;
  }
  return literal + '"';
}

// The bot's text as the compiler gets it: messages name the bot's own file, and the program knows its name.
std::string unit_of(const std::string& text, const fs::path& source, bool keeps_debug_lines) {
  const std::string_view own =
      std::string_view(text).substr(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  return "#line 1 " + quoted(source.string()) + '\n' +
         (keeps_debug_lines ? std::string(own) : without_debug_lines(own)) +
         "\n#line 1 \"(behind the bot)\"\nnamespace vitrine::bot { extern const char* const kBotName; "
         "const char* const kBotName = " +
         quoted(source.stem().string()) + "; }\n";
}

std::vector<std::string> command_of(const BuildKit& kit, const BuildSettings& settings) {
  std::vector<std::string> command = {settings.compiler.empty() ? kit.compiler : settings.compiler,
                                      "-fdiagnostics-color=never"};
  command.insert(command.end(), kit.flags.begin(), kit.flags.end());
  for (const fs::path& folder : kit.includes) command.push_back("-I" + folder.string());
  command.insert(command.end(), settings.flags.begin(), settings.flags.end());
  command.insert(command.end(), {"bot.cpp", "-o", "bot"});
  for (const fs::path& library : kit.libraries) command.push_back(library.string());
  return command;
}

// Everything that the program depends on. Kept beside it and compared as a whole, so that no two bots can be
// taken for each other, whatever their hashes.
std::string recipe_of(const std::string& unit, const std::vector<std::string>& command, const BuildKit& kit) {
  std::ostringstream recipe;
  for (const std::string& word : command) recipe << word << '\n';
  for (const fs::path& library : kit.libraries)
    recipe << fs::file_size(library) << ' ' << fs::last_write_time(library).time_since_epoch().count()
           << '\n';
  recipe << unit;
  return recipe.str();
}

// Programs from there are run, so nobody else may put any there.
void make_own(const fs::path& cache) {
  if (fs::create_directories(cache)) fs::permissions(cache, fs::perms::owner_all);
  struct stat info = {};
  if (::lstat(cache.c_str(), &info) != 0)
    throw std::system_error(errno, std::generic_category(), cache.string());
  if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid() || (info.st_mode & S_IWOTH) != 0)
    throw std::runtime_error(
        cache.string() +
        ", where bots are kept, is not a folder of yours alone; name another in XDG_CACHE_HOME");
}

// FNV-1a.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string hex(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

// A folder for one build that is gone afterwards, unless it was moved to its place.
class Scratch {
 public:
  explicit Scratch(const fs::path& where) : path_((where / "build-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "making a folder in " + where.string());
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const fs::path path() const { return path_; }

 private:
  std::string path_;
};

// A line of source can ask the compiler for gigabytes, of memory or of program. Units: 512 bytes, KiB.
constexpr const char* kLimited = "ulimit -f 524288 && ulimit -v 4194304 && exec \"$@\"";
constexpr const char* kLimits =
    "too large: a bot's program may have 256 MB, and its compiler use 4 GB of memory\n";
constexpr int kCannotRun = 126;  // or one more: what a shell says then

// What the compiler said if it refused; nothing if all is well.
std::optional<std::string> compile(const std::vector<std::string>& command, const fs::path& folder,
                                   std::chrono::seconds patience) {
  std::vector<std::string> limited = {"/bin/sh", "-c", kLimited, "sh"};
  limited.insert(limited.end(), command.begin(), command.end());
  base::ChildProcess compiler({.argv = std::move(limited), .directory = folder.string()});
  compiler.close_input();
  const auto deadline = base::ChildProcess::Clock::now() + patience;
  // Its standard output is drained; what counts comes on standard error.
  base::LineReader output(compiler.output());
  std::string line;
  while (true) {
    const auto status = output.next(line, deadline);
    if (status == base::LineReader::Status::end || status == base::LineReader::Status::timeout) break;
  }
  const auto status = compiler.wait(deadline);
  if (!status)
    return "the compiler did not finish in " + std::to_string(patience.count()) + " seconds and was stopped";
  if (status->code == 0 && status->signal == 0) return {};
  std::string said = compiler.error_tail();
  if (status->code == kCannotRun || status->code == kCannotRun + 1)
    throw std::runtime_error("can't run the compiler " + command[0] + ": " + said);
  if (said.empty()) said = command[0] + ": " + status->to_string() + "\n";
  for (const char* const complaint : {"File size limit exceeded", "out of memory", "memory exhausted"})
    if (said.find(complaint) != std::string::npos) return kLimits + said;
  return said;
}

}  // namespace

fs::path default_cache() {
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return fs::path(cache) / "vitrine" / "bots";
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/' && fs::is_directory(home))
    return fs::path(home) / ".cache" / "vitrine" / "bots";
  return fs::temp_directory_path() / ("vitrine-bots-" + std::to_string(::getuid()));
}

base::Result<BuiltBot, BuildError> build_bot(const fs::path& source, const BuildSettings& settings) {
  const auto text = read_file(source);
  if (!text) return BuildError{"can't read " + source.string()};
  const BuildKit kit = read_build_kit(settings.kit.empty() ? find_build_kit() : settings.kit);
  const auto command = command_of(kit, settings);
  const std::string unit = unit_of(*text, source, settings.keeps_debug_lines);
  const std::string recipe = recipe_of(unit, command, kit);

  const fs::path cache = settings.cache.empty() ? default_cache() : settings.cache;
  make_own(cache);
  const fs::path place = cache / hex(hash_of(recipe));
  BuiltBot bot{.name = source.stem().string(), .program = fs::absolute(place / "bot")};
  if (read_file(place / "recipe") == recipe && fs::exists(bot.program)) {
    bot.is_from_cache = true;
    return bot;
  }

  const Scratch scratch(cache);
  write_file(scratch.path() / "bot.cpp", unit);
  if (auto problem = compile(command, scratch.path(), settings.patience))
    return BuildError{std::move(*problem)};
  write_file(scratch.path() / "recipe", recipe);
  // Whoever else builds the same bot now makes the same program; the later one replaces the earlier.
  std::error_code failed;
  fs::rename(scratch.path(), place, failed);
  if (failed) {
    fs::create_directories(place);
    for (const char* const file : {"bot.cpp", "bot", "recipe"})
      fs::rename(scratch.path() / file, place / file);
  }
  return bot;
}

}  // namespace vitrine::workshop
