#pragma once

// A few threads that do what the thread of input and output must not wait for.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace vitrine::server {

class WorkerPool {
 public:
  using Job = std::function<void()>;

  // `waiting`: so many jobs may wait for a thread.
  WorkerPool(int threads, std::size_t waiting);
  ~WorkerPool();  // stops

  // False: too many wait already, or it has been stopped. Jobs don't throw.
  [[nodiscard]] bool post(Job job);
  // Forgets what waits, and returns when nothing runs any more.
  void stop();

 private:
  void work();

  std::size_t waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace vitrine::server
