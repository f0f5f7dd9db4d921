#pragma once

// Work that is the same every time. On a GPU its hundreds of small orders are recorded once and then given as
// one: giving them one by one takes longer than carrying them out.

#include <torch/torch.h>

#include <functional>
#include <memory>

namespace vitrine::trainer {

class Repeated {
 public:
  // Whatever `work` reads and writes must stay where it is in memory: tensors are written to in place.
  Repeated(std::function<void()> work, torch::Device device);
  ~Repeated();
  Repeated(const Repeated&) = delete;
  Repeated& operator=(const Repeated&) = delete;

  void operator()();

 private:
  struct Recording;

  std::function<void()> work_;
  int calls_ = 0;
  std::unique_ptr<Recording> recording_;  // none on the CPU
};

// A recording is not made on the stream that all work goes to at first, so let a thread that uses the GPU
// call this before anything else.
void leave_default_stream(torch::Device device);

// Until a GPU has done what it was told.
void wait_for(torch::Device device);

}  // namespace vitrine::trainer
