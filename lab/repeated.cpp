#include "repeated.h"

#include <utility>

#if VITRINE_CUDA_GRAPHS
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAStream.h>
#endif

namespace vitrine::trainer {

#if VITRINE_CUDA_GRAPHS

struct Repeated::Recording {
  at::cuda::CUDAGraph graph;
};

Repeated::Repeated(std::function<void()> work, torch::Device device) : work_(std::move(work)) {
  if (device.is_cuda()) recording_ = std::make_unique<Recording>();
}

void Repeated::operator()() {
  constexpr int kFirstCalls = 3;  // libraries set themselves up, which cannot be recorded
  if (!recording_ || calls_ < kFirstCalls) {
    work_();
  } else {
    if (calls_ == kFirstCalls) {
      torch::cuda::synchronize();
      recording_->graph.capture_begin();
      work_();
      recording_->graph.capture_end();
    }
    recording_->graph.replay();
  }
  ++calls_;
}

void leave_default_stream(torch::Device device) {
  if (!device.is_cuda()) return;
  torch::cuda::synchronize();
  c10::cuda::setCurrentCUDAStream(c10::cuda::getStreamFromPool());
}

#else

struct Repeated::Recording {};

Repeated::Repeated(std::function<void()> work, torch::Device) : work_(std::move(work)) {}

void Repeated::operator()() {
  work_();
  ++calls_;
}

void leave_default_stream(torch::Device) {}

#endif

Repeated::~Repeated() = default;

void wait_for(torch::Device device) {
  if (device.is_cuda()) torch::cuda::synchronize();
}

}  // namespace vitrine::trainer
