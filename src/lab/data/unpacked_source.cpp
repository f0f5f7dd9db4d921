#include "lab/data/unpacked_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace vitrine::lab {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 17;
constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

}  // namespace

// The file itself, with a look ahead at its first bytes.
class UnpackedSource::Raw : public notation::ByteSource {
 public:
  explicit Raw(const std::string& path)
      : name_(path == "-" ? "standard input" : path),
        file_(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC),
              name_) {
    while (ahead_.size() < kZstdMagic.size()) {
      char bytes[4];
      const std::size_t count = file_.read(bytes, kZstdMagic.size() - ahead_.size());
      if (count == 0) break;
      ahead_.append(bytes, count);
    }
  }

  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    std::size_t count = std::min(capacity, ahead_.size() - used_);
    if (count > 0) {
      std::memcpy(into, ahead_.data() + used_, count);
      used_ += count;
    } else {
      count = file_.read(into, capacity);
    }
    taken_ += count;
    return count;
  }

  [[nodiscard]] std::string_view first_bytes() const { return ahead_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(name_ + ": " + what); }

 private:
  std::string name_;
  notation::FileSource file_;
  std::string ahead_;
  std::size_t used_ = 0;
  std::uint64_t taken_ = 0;
};

namespace {

constexpr const char* kEndsEarly = "the compressed file ends early";

template <class Raw>
class Gunzip : public notation::ByteSource {
 public:
  explicit Gunzip(Raw& raw) : raw_(raw), buffer_(kBuffer) {
    constexpr int kGzipOnly = 16;
    if (::inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() override { ::inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = static_cast<uInt>(std::min(capacity, kBuffer));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0 && !refill()) {
        if (is_inside_) raw_.fail(kEndsEarly);
        return 0;
      }
      // Files may be several compressed ones in a row.
      if (!is_inside_) ::inflateReset(&stream_);
      is_inside_ = true;
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_STREAM_END)
        is_inside_ = false;
      else if (result != Z_OK)
        raw_.fail(std::string("the compressed file is damaged") +
                  (stream_.msg != nullptr ? std::string(": ") + stream_.msg : ""));
    }
    return room - stream_.avail_out;
  }

 private:
  bool refill() {
    const std::size_t count = raw_.read(buffer_.data(), buffer_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  Raw& raw_;
  std::vector<char> buffer_;
  z_stream stream_ = {};
  bool is_inside_ = false;
};

template <class Raw>
class Unzstd : public notation::ByteSource {
 public:
  explicit Unzstd(Raw& raw) : raw_(raw), buffer_(kBuffer), context_(::ZSTD_createDCtx(), ::ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
  }

  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    ZSTD_outBuffer out{into, capacity, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !has_more_inside_) {
        const std::size_t count = raw_.read(buffer_.data(), buffer_.size());
        in_ = {buffer_.data(), count, 0};
        if (count == 0) {
          if (is_inside_) raw_.fail(kEndsEarly);
          return 0;
        }
      }
      const std::size_t left = ::ZSTD_decompressStream(context_.get(), &out, &in_);
      if (::ZSTD_isError(left) != 0)
        raw_.fail(std::string("the compressed file is damaged: ") + ::ZSTD_getErrorName(left));
      is_inside_ = left != 0;
      has_more_inside_ = out.pos == out.size;  // it may hold back what had no room
    }
    return out.pos;
  }

 private:
  Raw& raw_;
  std::vector<char> buffer_;
  std::unique_ptr<ZSTD_DCtx, decltype(&::ZSTD_freeDCtx)> context_;
  ZSTD_inBuffer in_ = {nullptr, 0, 0};
  bool is_inside_ = false;
  bool has_more_inside_ = false;
};

}  // namespace

UnpackedSource::UnpackedSource(const std::string& path) : raw_(std::make_unique<Raw>(path)) {
  if (raw_->first_bytes().starts_with(kGzipMagic)) unpacker_ = std::make_unique<Gunzip<Raw>>(*raw_);
  if (raw_->first_bytes() == kZstdMagic) unpacker_ = std::make_unique<Unzstd<Raw>>(*raw_);
}

UnpackedSource::~UnpackedSource() = default;

std::size_t UnpackedSource::read(char* into, std::size_t capacity) {
  return unpacker_ ? unpacker_->read(into, capacity) : raw_->read(into, capacity);
}

std::uint64_t UnpackedSource::bytes_taken() const { return raw_->taken(); }

}  // namespace vitrine::lab
