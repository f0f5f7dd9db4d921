#include "server/worker_pool.h"

#include <utility>

namespace vitrine::server {

WorkerPool::WorkerPool(int threads, std::size_t waiting) : waiting_(waiting) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::post(Job job) {
  const std::lock_guard lock(mutex_);
  if (is_stopping_ || jobs_.size() >= waiting_) return false;
  jobs_.push_back(std::move(job));
  changed_.notify_one();
  return true;
}

void WorkerPool::stop() {
  std::deque<Job> forgotten;  // what they hold is let go outside the lock
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    forgotten.swap(jobs_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkerPool::work() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_stopping_ || !jobs_.empty(); });
      if (is_stopping_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job();
  }
}

}  // namespace vitrine::server
