#include "arena/gearman_queue.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

namespace vitrine::arena {
namespace {

// A pair that the server has lost this often is one that no worker survives.
constexpr int kMostSubmissions = 10;
// Results of another run that nobody asked for yet; more than a run has in flight is no honest number.
constexpr std::size_t kMostEarly = 10'000;
constexpr std::chrono::milliseconds kLook{500};  // how long a stop may go unnoticed
// A connection that held so long was a good one.
constexpr std::chrono::seconds kLongEnough{10};

std::string to_hex(std::uint64_t number) {
  std::string text(16, '0');
  for (char& digit : text) {
    digit = "0123456789abcdef"[number >> 60];
    number <<= 4;
  }
  return text;
}

std::string new_session() {
  std::random_device device;
  return to_hex((std::uint64_t{device()} << 32) | device());
}

bool is_same_start(const Opening& a, const Opening& b) { return a.start == b.start && a.moves == b.moves; }

}  // namespace

std::string result_function(const std::string& tournament) { return "vitrine-result-" + tournament; }

std::string pair_key(const std::string& tournament, std::int64_t pair) {
  return tournament + "-" + std::to_string(pair);
}

// FNV-1a; there is nobody to defend it against.
std::string tournament_id(std::chrono::system_clock::time_point created, std::string_view settings) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](std::string_view bytes) {
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  add(std::to_string(created.time_since_epoch().count()));
  add(settings);
  return to_hex(hash);
}

GearmanQueue::GearmanQueue(GearmanQueueSettings settings)
    : settings_(std::move(settings)), session_(new_session()), news_(settings_.server, settings_.tell) {
  if (!is_tournament_id(settings_.tournament)) throw std::invalid_argument("no id of a tournament");
  sender_ = start(&GearmanQueue::send_pairs);
  try {
    fetcher_ = start(&GearmanQueue::fetch_results);
  } catch (...) {  // the system has no thread left
    stop();
    throw;
  }
}

GearmanQueue::~GearmanQueue() { stop(); }

void GearmanQueue::submit(PairJob job) {
  const std::lock_guard lock(mutex_);
  note_stored();
  if (is_stopping_) return;
  const std::int64_t pair = job.pair;
  submitted_.insert(pair);
  pending_.insert_or_assign(pair, Pending{std::move(job)});
  if (auto early = early_.extract(pair))
    for (FinishedGame& game : early.mapped()) take_game(std::move(game));
  changed_.notify_all();
}

int GearmanQueue::capacity() const {
  const std::lock_guard lock(mutex_);
  note_stored();
  if (is_stopping_) return 0;
  return std::max(0, settings_.in_flight - static_cast<int>(pending_.size()));
}

std::optional<FinishedGame> GearmanQueue::wait(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  note_stored();
  changed_.wait_until(lock, deadline, [&] { return !games_.empty() || !error_.empty() || is_stopping_; });
  if (!games_.empty()) {
    FinishedGame game = std::move(games_.front());
    games_.pop_front();
    ++handed_out_;
    return game;
  }
  if (!error_.empty()) throw std::runtime_error(error_);
  return {};
}

void GearmanQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  stop_.request_stop();
  changed_.notify_all();
  if (sender_.joinable()) sender_.join();
  if (fetcher_.joinable()) fetcher_.join();
}

void GearmanQueue::note_stored() const {
  if (std::exchange(stored_, handed_out_) != handed_out_) changed_.notify_all();
}

// Whatever happens to the server, the work is taken up again until the end.
std::thread GearmanQueue::start(void (GearmanQueue::*work)()) {
  return std::thread([this, work] {
    Backoff backoff;
    while (!is_stopped()) {
      const auto begin = Clock::now();
      try {
        (this->*work)();
      } catch (const GearmanError& error) {
        news_.lost(error);
        if (Clock::now() - begin > kLongEnough) backoff.reset();
        (void)backoff.pause(stop_.get_token());
      } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        fail(error.what());
        return;
      }
    }
  });
}

// --- Pairs to the server

void GearmanQueue::send_pairs() {
  {  // What a run before this one has left may be the results of the very pairs that we are to send.
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop_.get_token(), [this] { return has_leftovers_; });
  }
  if (is_stopped()) return;
  GearmanClient client(settings_.server);
  news_.found();
  {
    const std::lock_guard lock(mutex_);
    for (auto& [pair, pending] : pending_) pending.handle.clear();
  }
  check_sent(client);  // perhaps this is another server than before
  while (!is_stopped()) {
    const auto next_check = Clock::now() + settings_.check_interval;
    while (Clock::now() < next_check && !is_stopped()) {
      send_waiting(client);
      std::unique_lock lock(mutex_);
      changed_.wait_until(lock, stop_.get_token(), next_check, [&] {
        return std::ranges::any_of(pending_, [](const auto& entry) { return !entry.second.is_sent; });
      });
    }
    check_sent(client);
  }
  cancel_sent(client);
}

void GearmanQueue::send_waiting(GearmanClient& client) {
  std::vector<PairJob> jobs;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [pair, pending] : pending_)
      if (!pending.is_sent) jobs.push_back(pending.job);
  }
  for (const PairJob& job : jobs) {
    if (is_stopped()) return;
    std::string handle = client.submit(kPairFunction, pair_key(settings_.tournament, job.pair),
                                       to_text(PairMessage{settings_.tournament, session_, job}));
    const std::lock_guard lock(mutex_);
    const auto found = pending_.find(job.pair);
    if (found == pending_.end()) continue;  // an old worker was quicker
    found->second.is_sent = true;
    found->second.handle = std::move(handle);
    ++found->second.submissions;
  }
}

// Nobody should play for hours what nobody waits for.
void GearmanQueue::cancel_sent(GearmanClient& client) {
  std::vector<std::string> handles;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [pair, pending] : pending_)
      if (pending.is_sent && !pending.handle.empty()) handles.push_back(pending.handle);
  }
  const auto deadline = Clock::now() + kGearmanPatience;
  for (const std::string& handle : handles)
    if (Clock::now() < deadline) client.cancel(handle);
}

// The key of a result is its pair's, and a pair is off the list before its result is completed. So a pair
// that is on the list and whose key the server does not know is lost.
void GearmanQueue::check_sent(GearmanClient& client) {
  std::vector<std::int64_t> sent;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [pair, pending] : pending_)
      if (pending.is_sent) sent.push_back(pair);
  }
  int lost = 0;
  for (const std::int64_t pair : sent) {
    if (is_stopped()) return;
    if (client.is_known(pair_key(settings_.tournament, pair))) continue;
    const std::lock_guard lock(mutex_);
    if (!pending_.contains(pair)) continue;
    send_again(pair);
    ++lost;
  }
  if (lost > 0) tell("Pairs that the Gearman server had lost are sent again: " + std::to_string(lost));
}

void GearmanQueue::send_again(std::int64_t pair) {
  const auto found = pending_.find(pair);
  if (found == pending_.end()) return;
  Pending& pending = found->second;
  pending.is_sent = false;
  if (pending.submissions >= kMostSubmissions)
    fail("pair " + std::to_string(pair) + " was given to workers " + std::to_string(pending.submissions) +
         " times and never came back");
  changed_.notify_all();
}

// --- Results from the server

void GearmanQueue::fetch_results() {
  GearmanListener listener(settings_.server, result_function(settings_.tournament));
  news_.found();
  bool has_all = false;  // that lay ready when we came
  while (!is_stopped()) {
    const auto job = listener.take(has_all ? kLook : std::chrono::milliseconds(0));
    if (job && take(*job)) listener.complete(*job);
    if (job || has_all) continue;
    has_all = true;
    const std::lock_guard lock(mutex_);
    has_leftovers_ = true;
    changed_.notify_all();
  }
}

bool GearmanQueue::take(const GearmanJob& job) {
  auto result = parse_result_message(job.payload);
  if (!result) {
    tell("A result can't be read, so its pair is played again: " + result.error().text);
    return true;
  }
  std::unique_lock lock(mutex_);
  take(*std::move(result));
  return changed_.wait(lock, stop_.get_token(), [this, received = received_] { return stored_ >= received; });
}

void GearmanQueue::take(ResultMessage result) {
  if (result.refusal.empty()) {
    for (FinishedGame& game : result.games) take_game(std::move(game));
  } else if (result.session == session_) {
    fail("the worker " + result.worker + " can't play pair " + std::to_string(result.pair) + ": " +
         result.refusal);
  } else {
    send_again(result.pair);  // said to a run before this one; perhaps it has been mended
  }
  changed_.notify_all();
}

void GearmanQueue::take_game(FinishedGame game) {
  const auto found = pending_.find(game.pair);
  if (found == pending_.end()) {
    if (submitted_.contains(game.pair)) return hand_over(std::move(game));  // a repetition
    if (early_.size() < kMostEarly || early_.contains(game.pair))
      early_[game.pair].push_back(std::move(game));
    return;
  }
  PairJob& job = found->second.job;
  const auto number = std::ranges::find(job.games, game.game);
  if (number == job.games.end()) return hand_over(std::move(game));
  if (!is_same_start(job.opening, game.record.opening)) return;  // never ours; ours is missed in time
  game.record.opening.name = job.opening.name;
  job.games.erase(number);
  if (job.games.empty()) pending_.erase(found);
  hand_over(std::move(game));
}

void GearmanQueue::hand_over(FinishedGame game) {
  ++received_;
  games_.push_back(std::move(game));
}

void GearmanQueue::fail(const std::string& why) {
  if (error_.empty()) error_ = why;
  changed_.notify_all();
}

void GearmanQueue::tell(const std::string& text) const {
  if (settings_.tell) settings_.tell(text);
}

}  // namespace vitrine::arena
