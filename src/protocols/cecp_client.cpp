#include "protocols/cecp_client.h"

#include <algorithm>
#include <array>
#include <utility>

#include "protocols/clean_text.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using namespace std::chrono_literals;
using Kind = engines::EngineFault::Kind;

constexpr std::size_t kMaxOptions = 1000;
constexpr engines::Milliseconds kHelloAgain = 500ms;

std::string to_text(const engines::Option& option) {
  struct Writer {
    std::string operator()(const engines::CheckOption& o) const { return o.value ? "1" : "0"; }
    std::string operator()(const engines::SpinOption& o) const { return std::to_string(o.value); }
    std::string operator()(const engines::ComboOption& o) const { return o.value; }
    std::string operator()(const engines::ButtonOption&) const { return ""; }
    std::string operator()(const engines::TextOption& o) const { return o.value; }
  };
  return clean_text(std::visit(Writer{}, option.kind));
}

}  // namespace

CecpClient::CecpClient(EngineCommand command) : command_(std::move(command)) { start(); }

void CecpClient::start() {
  pipe_.reset();
  features_ = {};
  is_done_.reset();
  last_feature_.reset();
  board_.reset();
  is_deaf_ = false;
  is_forced_ = true;  // it has nothing to do
  {
    const std::lock_guard lock(mutex_);
    changed_.clear();
    for (const auto& [name, line] : settings_) changed_.push_back(line);
  }
  pipe_.emplace(command_);
  greet();
}

void CecpClient::start_if_gone() {
  if (is_deaf_) start();
  pipe_->check_alive();
}

void CecpClient::greet() {
  const auto begin = EnginePipe::Clock::now();
  const auto last = begin + pipe_->patience().start;
  auto next_hello = begin;
  pipe_->send("xboard");
  CecpReply reply;
  while (is_done_ != true) {
    // GNU Chess 6.2.7 may miss a line that comes while it starts, so we repeat it until something comes back.
    if (!last_feature_ && EnginePipe::Clock::now() >= next_hello) {
      pipe_->send("protover 2");
      next_hello += kHelloAgain;
    }
    // done=0 asks for all our patience; else a pause between features means that there will be no more.
    const auto deadline =
        is_done_ == false ? last : std::min(last, last_feature_.value_or(begin) + pipe_->patience().features);
    const Event event = receive(reply, last_feature_ ? deadline : std::min(deadline, next_hello));
    if (std::holds_alternative<CecpError>(reply) &&
        std::get<CecpError>(reply).command.starts_with("protover"))
      break;
    if (std::holds_alternative<CecpIllegal>(reply) &&
        std::get<CecpIllegal>(reply).text.starts_with("protover"))
      break;
    if (event == Event::reply || event == Event::woken || EnginePipe::Clock::now() < deadline) continue;
    if (is_done_ == false) pipe_->fail_silent("does not say feature done=1");
    break;
  }
  synchronize(pipe_->patience().start);
  pipe_->set_started();
}

void CecpClient::obey(const CecpFeature& feature) {
  const auto& [name, value] = feature;
  const bool is_on = value != "0";
  static constexpr std::array kHarmless = {"sigint",    "sigterm", "analyze", "colors",  "draw",
                                           "playother", "name",    "ics",     "pause",   "debug",
                                           "nps",       "egt",     "exclude", "setscore"};
  bool is_accepted = true;
  if (name == "done") {
    is_done_ = is_on;
  } else if (name == "ping") {
    features_.ping = is_on;
  } else if (name == "setboard") {
    features_.setboard = is_on;
  } else if (name == "san") {
    features_.moves.is_san = is_on;
  } else if (name == "usermove") {
    features_.moves.has_usermove = is_on;
  } else if (name == "time") {
    features_.time = is_on;
  } else if (name == "reuse") {
    features_.reuse = is_on;
  } else if (name == "myname") {
    reported_name_ = value;
  } else if (name == "variants") {
    features_.variants = value;
  } else if (name == "memory") {
    if (is_on) add_option({"Hash", engines::SpinOption{64, 1, 1 << 20}}, "memory ");
  } else if (name == "smp") {
    if (is_on) add_option({"Threads", engines::SpinOption{1, 1, 1024}}, "cores ");
  } else if (name == "option") {
    const auto option = parse_cecp_option(value);
    is_accepted = option.has_value();
    if (option) add_option(*option, "");
  } else {
    is_accepted = std::ranges::find(kHarmless, name) != kHarmless.end();
  }
  pipe_->send((is_accepted ? "accepted " : "rejected ") + name);
}

// With a command of its own, such as "memory ", or by `option NAME=VALUE`.
void CecpClient::add_option(engines::Option option, std::string command) {
  if (options().all().size() >= kMaxOptions || options().find(option.name) != nullptr) return;
  options().add(std::move(option), [this, command](const engines::Option& changed) {
    const bool is_button = std::holds_alternative<engines::ButtonOption>(changed.kind);
    const std::string value = to_text(changed);
    const std::string line = !command.empty() ? command + value
                             : is_button      ? "option " + changed.name
                                              : "option " + changed.name + "=" + value;
    const std::lock_guard lock(mutex_);
    changed_.push_back(line);
    if (!is_button) settings_[changed.name] = line;
  });
}

void CecpClient::send_changed_options() {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex_);
    lines.swap(changed_);
  }
  for (const std::string& line : lines) pipe_->send(line);
}

CecpClient::Event CecpClient::receive(CecpReply& reply, EnginePipe::Deadline deadline) {
  std::string line;
  const EnginePipe::Status status = pipe_->receive(line, deadline);
  reply = CecpUnknown{};
  if (status == EnginePipe::Status::timeout) return Event::timeout;
  if (status == EnginePipe::Status::woken) return Event::woken;
  reply = parse_cecp_reply(line);
  if (const auto* features = std::get_if<CecpFeatures>(&reply)) {
    last_feature_ = EnginePipe::Clock::now();
    for (const CecpFeature& feature : features->features) obey(feature);
  }
  // Some answer unknown commands like this, so it must be one of our moves.
  if (const auto* illegal = std::get_if<CecpIllegal>(&reply))
    if (std::ranges::find(untested_, illegal->text) != untested_.end()) {
      board_.reset();
      pipe_->fail(Kind::protocol, "calls the legal move " + illegal->text + " illegal");
    }
  return status == EnginePipe::Status::late_line ? Event::late_reply : Event::reply;
}

void CecpClient::synchronize(engines::Milliseconds patience) {
  const bool is_pinged = features_.ping;  // the feature itself may come while we wait
  // Without pings all we can do is read what has come, and a little of what is coming.
  const auto deadline = EnginePipe::Clock::now() + (is_pinged ? patience : engines::Milliseconds(50));
  if (is_pinged) pipe_->send("ping " + std::to_string(++last_ping_));
  CecpReply reply;
  for (;;) {
    const Event event = receive(reply, deadline);
    const auto* pong = std::get_if<CecpPong>(&reply);
    if (is_pinged && pong != nullptr && pong->number == last_ping_) return;
    if (event == Event::reply || event == Event::woken) continue;
    if (is_pinged) pipe_->fail_silent("does not answer the ping");
    return;
  }
}

void CecpClient::new_game() {
  start_if_gone();
  pipe_->set_phase("preparing for a game");
  if (!features_.reuse && board_) {
    start();
    return;
  }
  if (!is_forced_) pipe_->send("force");
  is_forced_ = true;
  board_.reset();
  send_changed_options();
  synchronize(pipe_->patience().start);
}

std::unique_ptr<ExternalEngine> start_cecp_engine(EngineCommand command) {
  return std::make_unique<CecpClient>(std::move(command));
}

}  // namespace vitrine::protocols
