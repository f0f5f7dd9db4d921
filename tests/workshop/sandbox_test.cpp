#include "workshop/sandbox.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/line_reader.h"
#include "workshop/sandbox_program.h"
#include "workshop/sandbox_support.h"
#include "workshop/sandbox_tools.h"

namespace vitrine::workshop {

namespace {

struct End {
  base::ExitStatus status = {};
  std::string output = {};
  std::string errors = {};
};

End run(const std::vector<std::string>& argv) {
  base::ChildProcess process({.argv = argv});
  process.close_input();
  base::LineReader reader(process.output());
  const auto deadline = base::ChildProcess::Clock::now() + 20s;
  End end;
  std::string line;
  while (reader.next(line, deadline) == base::LineReader::Status::line) end.output += line + '\n';
  const auto status = process.wait(deadline);
  if (!status) ADD_FAILURE() << argv.front() << " does not end";
  if (status) end.status = *status;
  end.errors = process.error_tail();
  return end;
}

// A program of the test's own.
class SandboxedProgram : public SandboxTest {
 protected:
  [[nodiscard]] std::string program(const std::string& body, Linking linking = Linking::fixed) const {
    const auto source = folder() / "program.cpp";
    std::ofstream(source) << "#include <cstdio>\n#include <cstdlib>\n#include <vector>\n"
                             "int main(int count, char** words) {"
                          << body << "}\n";
    const auto result = (folder() / "program").string();
    std::vector<std::string> argv = {"c++", "-std=c++20", "-O1", "-w", source.string(), "-o", result};
    if (linking == Linking::fixed) argv.emplace_back("-static");
    EXPECT_EQ(run(argv).status.code, 0);
    return result;
  }
};

}  // namespace

TEST_F(SandboxedProgram, ThisMachineCanConfine) { EXPECT_NO_THROW(require_sandbox()); }

TEST_F(SandboxedProgram, PassesWordsOutputAndExitStatusOn) {
  const std::string path =
      program(R"(for (int i = 1; i < count; ++i) std::puts(words[i]); std::fputs("oh", stderr); return 7;)");
  const End end = run(sandboxed({path, "--memory", "a b"}));
  EXPECT_EQ(end.output, "--memory\na b\n");
  EXPECT_EQ(end.errors, "oh");
  EXPECT_EQ(end.status.to_string(), "exit status 7");
}

TEST_F(SandboxedProgram, DiesOfTheSameSignal) {
  EXPECT_EQ(run(sandboxed({program("std::abort();")})).status.to_string(), "killed by SIGABRT");
  EXPECT_EQ(run(sandboxed({program("__builtin_trap();")})).status.to_string(), "killed by SIGILL");
}

// 256 MB are a bot's own, whether its libraries take room besides or not.
TEST_F(SandboxedProgram, HasItsMemoryAndNoMore) {
  for (const Linking linking : {Linking::fixed, Linking::dynamic}) {
    const std::string path = program(
        "std::vector<char> table(std::size_t(std::atoi(words[1])) << 20, 'x'); std::printf(\"%zu\\n\", "
        "table.size());",
        linking);
    EXPECT_EQ(run(sandboxed({path, "255"})).output, "267386880\n");
    const End more = run(sandboxed({path, "280"}));
    EXPECT_EQ(more.output, "");
    EXPECT_NE(more.errors.find("bad_alloc"), std::string::npos) << more.errors;
    EXPECT_NE(run(sandboxed({path, "64"}, {.memory_bytes = std::size_t{32} << 20})).status.signal, 0);
  }
}

TEST_F(SandboxedProgram, NeedsAProgram) {
  for (const std::string& path : {std::string("/no/such/program"), folder().string()}) {
    const End end = run(sandboxed({path}));
    EXPECT_EQ(end.status.code, kCannotConfine);
    EXPECT_NE(end.errors.find(path), std::string::npos) << end.errors;
  }
  const auto script = folder() / "script";
  std::ofstream(script) << "#!/bin/sh\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_NE(run(sandboxed({script.string()})).errors.find("is no program"), std::string::npos);
}

// Who can't be confined is not run; a namespace of ours without network namespaces plays the poor kernel.
TEST_F(SandboxedProgram, RefusesWhereTheKernelLacksAPart) {
  const std::string path = program(R"(std::puts("I run");)");
  for (const std::string part : {"net", "pid", "mnt"}) {
    std::vector<std::string> argv = {
        "unshare", "--user", "--map-root-user",
        "sh",      "-c",     "echo 0 > /proc/sys/user/max_" + part + "_namespaces && exec \"$@\"",
        "sh"};
    for (const std::string& word : sandboxed({path})) argv.push_back(word);
    const End end = run(argv);
    EXPECT_EQ(end.output, "") << part;
    EXPECT_EQ(end.status.code, kCannotConfine) << part << ": " << end.errors;
    EXPECT_NE(end.errors.find("this machine can't confine bots"), std::string::npos) << end.errors;
    EXPECT_NE(end.errors.find("--no-sandbox"), std::string::npos) << end.errors;
  }
}

// Nor where there is no bubblewrap: in a namespace of ours something lies over it.
TEST_F(SandboxedProgram, RefusesWithoutBubblewrap) {
  const std::string path = program(R"(std::puts("I run");)");
  std::vector<std::string> argv = {"unshare",
                                   "--user",
                                   "--map-root-user",
                                   "--mount",
                                   "sh",
                                   "-c",
                                   "mount --bind /dev/null \"$0\" && exec \"$@\"",
                                   find_bubblewrap().string()};
  for (const std::string& word : sandboxed({path})) argv.push_back(word);
  const End end = run(argv);
  EXPECT_EQ(end.output, "");
  EXPECT_EQ(end.status.code, kCannotConfine) << end.errors;
  EXPECT_NE(end.errors.find("bubblewrap (bwrap), which makes it, is not installed"), std::string::npos)
      << end.errors;
}

// For others than root too.
TEST_F(SandboxedProgram, NeedsNoPrivileges) {
  if (getuid() != 0) GTEST_SKIP() << "every other test shows that";
  const std::string path = program(R"(std::puts("I run"); std::fopen("/etc/passwd", "r");)");
  std::filesystem::permissions(folder(),
                               std::filesystem::perms::others_exec | std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  // The build folder may be closed to others.
  const auto launcher = folder() / "launcher";
  std::vector<std::string> confined = sandboxed({path});
  std::filesystem::copy_file(confined[0], launcher);
  confined[0] = launcher.string();
  std::vector<std::string> argv = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  argv.insert(argv.end(), confined.begin(), confined.end());
  const End end = run(argv);
  EXPECT_EQ(end.status.to_string(), "killed by SIGSYS") << end.errors;
}

TEST_F(SandboxedProgram, KnowsWhatAProgramLoads) {
  EXPECT_TRUE(find_program_files(program("", Linking::fixed)).libraries.empty());
  const auto libraries = find_program_files(program("std::puts(\"\");", Linking::dynamic)).libraries;
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(libraries,
                               [&](const auto& path) { return path.filename().string().starts_with(name); });
  };
  EXPECT_TRUE(has("ld-linux"));
  EXPECT_TRUE(has("libc.so"));
}

// A loader that the program brings along is not run to ask it.
TEST_F(SandboxedProgram, RefusesALoaderOfItsOwn) {
  const auto result = folder() / "own";
  std::ofstream(folder() / "own.cpp") << "int main() {}\n";
  ASSERT_EQ(
      run({"c++", (folder() / "own.cpp").string(), "-o", result.string(), "-Wl,--dynamic-linker=/bin/true"})
          .status.code,
      0);
  const End end = run(sandboxed({result.string()}));
  EXPECT_EQ(end.status.code, kCannotConfine);
  EXPECT_NE(end.errors.find("a loader that is not the system's"), std::string::npos) << end.errors;
}

}  // namespace vitrine::workshop
