#include "model.h"

#include <cmath>
#include <span>
#include <stdexcept>

#include "first_layer.h"
#include "training_set.h"

namespace vitrine::trainer {

namespace nn = eval::nnue;

namespace {

// Whole numbers of 16 bits: 1.98 * 64 is the largest that a last weight may be. First weights keep to the
// same.
constexpr double kMostWeight = 1.98;

std::int16_t rounded(float value, int unit) {
  return static_cast<std::int16_t>(std::lround(value * static_cast<float>(unit)));
}

torch::Tensor on_cpu(const torch::Tensor& tensor) {
  return tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
}

}  // namespace

Model::Model(const nn::Architecture& architecture) : architecture_(architecture) {
  const auto inputs = static_cast<std::int64_t>(architecture.inputs());
  const std::int64_t width = architecture.width;
  // Some thirty men speak at once.
  const double spread = 1.0 / std::sqrt(32.0);
  first_ = register_parameter("first", torch::empty({inputs + 1, width}).uniform_(-spread, spread));
  if (architecture.king_buckets > 1) {
    shared_ = register_parameter("shared",
                                 torch::empty({nn::kInputsOfBucket + 1, width}).uniform_(-spread, spread));
    torch::NoGradGuard guard;
    first_.zero_();
  }
  first_bias_ = register_parameter("first_bias", torch::zeros({width}));
  const double last_spread = 1.0 / std::sqrt(2.0 * static_cast<double>(width));
  last_ = register_parameter(
      "last", torch::empty({architecture.output_buckets, 2 * width}).uniform_(-last_spread, last_spread));
  last_bias_ = register_parameter("last_bias", torch::zeros({architecture.output_buckets}));
  torch::Tensor buckets = torch::empty({64}, torch::kLong);
  for (int sq = 0; sq < 64; ++sq)
    buckets[sq] = static_cast<int>(architecture.bucket_of_king[static_cast<std::size_t>(sq)]);
  bucket_of_king_ = register_buffer("bucket_of_king", buckets);
  clip();
}

void Model::take(const nn::Network& network) {
  const nn::Architecture& theirs = network.architecture();
  nn::Architecture comparable = architecture_;
  if (theirs.king_buckets == 1) {
    comparable.king_buckets = 1;
    comparable.bucket_of_king = theirs.bucket_of_king;
  }
  if (comparable != theirs)
    throw std::runtime_error(theirs.to_string() + " cannot become " + architecture_.to_string());
  torch::NoGradGuard guard;
  const bool is_common = architecture_.king_buckets > 1 && theirs.king_buckets == 1;
  if (shared_.defined()) shared_.zero_();
  first_.zero_();
  torch::Tensor& rows = is_common ? shared_ : first_;
  const auto row = [](std::span<const std::int16_t> weights, int unit) {
    // from_blob does not write, and the quotient is a copy.
    return torch::from_blob(const_cast<std::int16_t*>(weights.data()),
                            {static_cast<std::int64_t>(weights.size())}, torch::kShort)
               .to(torch::kFloat) /
           unit;
  };
  for (int input = 0; input < static_cast<int>(theirs.inputs()); ++input)
    rows[input] = row(network.input_weights(input), nn::kFirstUnit);
  first_bias_.copy_(row(network.first_biases(), nn::kFirstUnit));
  for (int bucket = 0; bucket < theirs.output_buckets; ++bucket) {
    last_[bucket] = row(network.last_weights(bucket), nn::kLastUnit);
    last_bias_[bucket] = network.last_bias(bucket) / static_cast<double>(nn::kFirstUnit * nn::kLastUnit);
  }
  clip();
}

void Model::clip() {
  torch::NoGradGuard guard;
  first_[-1].zero_();
  if (shared_.defined()) {
    shared_[-1].zero_();
    shared_.clamp_(-kMostWeight, kMostWeight);
    // It is added to each bucket's own, and the sum is what plays.
    const torch::Tensor common =
        shared_.narrow(0, 0, nn::kInputsOfBucket).repeat({architecture_.king_buckets, 1});
    torch::Tensor own = first_.narrow(0, 0, common.size(0));
    own.copy_((own + common).clamp(-kMostWeight, kMostWeight) - common);
  } else {
    first_.clamp_(-kMostWeight, kMostWeight);
  }
  last_.clamp_(-kMostWeight, kMostWeight);
}

Model::Views Model::views(const Batch& batch) const {
  const torch::Tensor men = batch.men.to(torch::kInt);
  const torch::Tensor kind = men.div(64, "floor");
  const torch::Tensor square = men.remainder(64);
  const torch::Tensor nobody = men.eq(static_cast<int>(kNobody));
  const auto view = [&](const torch::Tensor& kinds, const torch::Tensor& squares, const torch::Tensor& king) {
    torch::Tensor mirror = torch::zeros_like(king);
    if (architecture_.is_mirrored) mirror = king.bitwise_and(4).ne(0).to(torch::kInt) * 7;
    const torch::Tensor bucket =
        bucket_of_king_.to(king.device()).index({king.bitwise_xor(mirror).to(torch::kLong)}).to(torch::kInt);
    const torch::Tensor inputs =
        bucket.unsqueeze(1) * nn::kInputsOfBucket + kinds * 64 + squares.bitwise_xor(mirror.unsqueeze(1));
    return inputs.masked_fill(nobody, static_cast<std::int64_t>(architecture_.inputs()));
  };
  const torch::Tensor kings = batch.kings.to(torch::kInt);
  return {view(kind, square, kings.div(64, "floor")),
          view((kind + 6).remainder(12), square.bitwise_xor(56), kings.remainder(64))};
}

torch::Tensor Model::activations(const torch::Tensor& inputs) const {
  torch::Tensor values = sum_of_rows(inputs, first_) + first_bias_;
  if (shared_.defined()) {
    const auto inputs_in_all = static_cast<std::int64_t>(architecture_.inputs());
    const torch::Tensor nobody = inputs.eq(inputs_in_all);
    values =
        values +
        sum_of_rows(inputs.remainder(nn::kInputsOfBucket).masked_fill(nobody, nn::kInputsOfBucket), shared_);
  }
  return values.clamp(0, 1).square();
}

torch::Tensor Model::forward(const Batch& batch) {
  const Views both = views(batch);
  const torch::Tensor hidden = torch::cat({activations(both.own), activations(both.other)}, 1);
  const torch::Tensor outputs = torch::addmm(last_bias_, hidden, last_.t());
  const torch::Tensor bucket = (batch.counts.to(torch::kLong) - 2) * architecture_.output_buckets;
  return outputs.gather(1, bucket.div(31, "floor").unsqueeze(1)).squeeze(1);
}

torch::Tensor Model::quantised_values(const Batch& batch) const {
  const torch::NoGradGuard guard;
  const auto whole = [](const torch::Tensor& weights, int unit) {
    const torch::Tensor scaled = weights * unit;
    return (scaled.sign() * (scaled.abs() + 0.5).floor())
        .to(torch::kLong);  // halves away from zero, as lround
  };
  torch::Tensor rows = on_cpu(first_).clone();
  if (shared_.defined())
    rows.narrow(0, 0, rows.size(0) - 1) +=
        on_cpu(shared_).narrow(0, 0, nn::kInputsOfBucket).repeat({architecture_.king_buckets, 1});
  rows = whole(rows, nn::kFirstUnit);
  const torch::Tensor bias = whole(on_cpu(first_bias_), nn::kFirstUnit);
  const auto view = [&](const torch::Tensor& inputs) {
    const torch::Tensor men = rows.index_select(0, inputs.to(torch::kLong).flatten());
    const torch::Tensor sums = men.view({inputs.size(0), inputs.size(1), -1}).sum(1) + bias;
    return sums.clamp(0, nn::kFirstUnit).square();
  };
  const Views both = views(batch);
  const torch::Tensor hidden = torch::cat({view(both.own), view(both.other)}, 1);
  const torch::Tensor men = batch.counts.to(torch::kLong) - 2;
  const torch::Tensor bucket = (men * architecture_.output_buckets).div(31, "floor");
  const torch::Tensor weights = whole(on_cpu(last_), nn::kLastUnit).index_select(0, bucket);
  const torch::Tensor biases = whole(on_cpu(last_bias_), nn::kFirstUnit * nn::kLastUnit);
  const torch::Tensor neuron =
      (hidden * weights).sum(1).div(nn::kFirstUnit, "trunc") + biases.index_select(0, bucket);
  return (neuron * nn::kScale).div(nn::kFirstUnit * nn::kLastUnit, "trunc");
}

nn::Network Model::quantised(const std::string& name) const {
  nn::Network network(architecture_, name);
  const torch::Tensor first = on_cpu(first_);
  const torch::Tensor shared = shared_.defined() ? on_cpu(shared_) : torch::Tensor();
  const torch::Tensor bias = on_cpu(first_bias_);
  const torch::Tensor last = on_cpu(last_);
  const torch::Tensor last_bias = on_cpu(last_bias_);
  const auto width = static_cast<std::size_t>(architecture_.width);
  auto to = network.first_layer().begin();
  for (std::size_t input = 0; input < architecture_.inputs(); ++input)
    for (std::size_t i = 0; i < width; ++i) {
      float weight = first.data_ptr<float>()[input * width + i];
      if (shared.defined()) weight += shared.data_ptr<float>()[input % nn::kInputsOfBucket * width + i];
      *to++ = rounded(weight, nn::kFirstUnit);
    }
  for (std::size_t i = 0; i < width; ++i) *to++ = rounded(bias.data_ptr<float>()[i], nn::kFirstUnit);
  for (std::size_t i = 0; i < network.last_layer().size(); ++i)
    network.last_layer()[i] = rounded(last.data_ptr<float>()[i], nn::kLastUnit);
  for (std::size_t i = 0; i < network.last_biases().size(); ++i)
    network.last_biases()[i] = static_cast<std::int32_t>(
        std::lround(last_bias.data_ptr<float>()[i] * nn::kFirstUnit * nn::kLastUnit));
  return network;
}

}  // namespace vitrine::trainer
