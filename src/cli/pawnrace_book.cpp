// `vitrine pawnrace book`: makes the book that the program carries, src/pawnrace/book.inc.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

#include "cli/add_command.h"
#include "cli/pawnrace_journal.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "pawnrace/book_builder.h"
#include "pawnrace/notation.h"
#include "pawnrace/proof_table.h"
#include "pawnrace/setups.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Color;
using pawnrace::Gaps;

struct Options {
  Resources resources;
  pawnrace::BookSettings book;
  std::string file;
  std::string pages;
};

struct Page {
  Gaps gaps;
  Color side;

  [[nodiscard]] std::string name() const { return to_text(gaps) + " " + std::string(chess::to_string(side)); }
};

std::vector<Page> all_pages() {
  std::vector<Page> pages;
  for (const Gaps gaps : pawnrace::allowed_setups())
    if (is_canonical(gaps))
      for (const Color side : {Color::white, Color::black}) pages.push_back({gaps, side});
  return pages;
}

// The pages that are made or begun, in a file that grows with each: "af white TEXT", "begun ag white TEXT".
class PageFile {
 public:
  // Throws std::runtime_error if a line is no page.
  explicit PageFile(const std::string& path) : journal_(path) {
    for (const std::string& line : journal_.lines()) read(line);
  }
  [[nodiscard]] bool contains(const Page& page) const { return texts_.contains(page.name()); }
  [[nodiscard]] const std::string& text(const Page& page) const { return texts_.at(page.name()); }
  // What an earlier run, which was stopped, had of it.
  [[nodiscard]] std::string begun(const Page& page) const {
    const auto found = begun_.find(page.name());
    return found == begun_.end() ? "" : found->second;
  }
  void add(const Page& page, const pawnrace::BookDraft& draft) {
    journal_.append((draft.is_complete ? "" : kBegun) + page.name() + ' ' + draft.text);
    if (draft.is_complete) texts_[page.name()] = draft.text;
  }

 private:
  void read(const std::string& line) {
    const bool is_begun = line.starts_with(kBegun);
    const std::string rest = is_begun ? line.substr(kBegun.size()) : line;
    for (const Page& page : all_pages()) {
      if (!rest.starts_with(page.name() + ' ')) continue;
      const std::string text = rest.substr(page.name().size() + 1);
      try {
        static_cast<void>(pawnrace::Book(page.gaps, page.side, text));
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(journal_.path() + ": " + error.what());
      }
      (is_begun ? begun_ : texts_)[page.name()] = text;
      return;
    }
    throw std::runtime_error(journal_.path() + ": a line is no page of a book");
  }

  inline static const std::string kBegun = "begun ";
  LineJournal journal_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> begun_;
};

// As string literals of C++.
void write_pages(const std::string& path, const PageFile& pages) {
  std::ofstream out(path);
  out << "// Made by `vitrine pawnrace book`; book.h and book.cpp say what it means.\n";
  for (const Page& page : all_pages()) {
    out << "// " << page.name() << '\n';
    std::string line;
    const auto flush = [&] {
      out << '"' << line << "\"\n";
      line.clear();
    };
    for (const char c : pages.text(page)) {
      if (c == '?' && line.ends_with('?')) flush();  // "??/" was a backslash once, and compilers warn
      if (c == '"' || c == '\\') line += '\\';
      line += c;
      if (line.size() >= 100) flush();
    }
    flush();
    out << ",\n";
  }
  if (!out.flush()) throw std::runtime_error(path + ": can't be written");
}

// Builds what is missing. Every page has threads of its own, and the cores go to whichever of them is ready:
// a page begins with one hard question and ends with thousands of easy ones. False: stopped.
bool build_pages(const Options& options, PageFile& pages, const std::atomic<bool>& stop) {
  pawnrace::ProofTable table(options.resources.memory_mb << 20);
  std::counting_semaphore<> cores(options.resources.threads);
  const pawnrace::BookWorkshop workshop{
      .table = table, .cores = cores, .most_threads = options.resources.threads, .stop = &stop};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto build = [&](const Page& page) {
    try {
      const std::string begun = pages.begun(page);
      const pawnrace::BookDraft draft = build_book(page.gaps, page.side, workshop, options.book, begun);
      const std::scoped_lock lock(mutex);
      pages.add(page, draft);
      std::cout << fmt::format("{}: {} moves, {} bytes{}\n", page.name(),
                               pawnrace::Book(page.gaps, page.side, draft.text).size(), draft.text.size(),
                               draft.is_complete ? "" : " until now")
                << std::flush;
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (const Page& page : all_pages())
      if (!pages.contains(page)) threads.emplace_back(build, page);
  }
  if (failure) std::rethrow_exception(failure);
  return !stop;
}

int run(const Options& options) {
  if (options.file.empty() || options.pages.empty())
    throw UsageError("where to? Give --out FILE and --pages FILE");
  StopOnInterrupt interrupt;
  PageFile pages(options.pages);
  if (!build_pages(options, pages, interrupt.flag())) return kStopped;
  write_pages(options.file, pages);
  return 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine pawnrace book --pages pages.txt --out src/pawnrace/book.inc --threads 2

For each start and each side, the moves to play where the search alone would be too slow; built again, the program plays
by it. After Ctrl-C the same command goes on.
Exit status: 0 the book is made, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_book(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "book", "Make the book that the program carries");
  auto options = std::make_shared<Options>();
  add_resources(*command, options->resources);
  command
      ->add_option("--nodes", options->book.most_search_nodes,
                   "Positions that the search solves in so many nodes are left to it (default: 8000)")
      ->type_name("N");
  command->add_option("--pages", options->pages, "What is made is kept here, to go on after a stop")
      ->type_name("FILE");
  command->add_option("--out", options->file, "The book as C++ text, src/pawnrace/book.inc")
      ->type_name("FILE");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli::pawnrace_commands
