#include "cmd/unpack/frames.hpp"

#include "config/frame_fields.hpp"
#include "config/write_all.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace orrery::unpack {
namespace {

using How = StreamEnd::How;

constexpr std::size_t head_size = 1 + config::frame_number_size;

class FrameReader {
public:
  FrameReader(int pipe, std::chrono::milliseconds patience)
    : pipe_(pipe), patience_(static_cast<int>(patience.count())) {}

  /// Reads a frame. @returns why there is none
  std::optional<How> next() {
    std::array<char, head_size> head{};
    if (auto failed = read(head.data(), head.size()))
      return failed;
    kind_ = head[0];
    const std::size_t length = config::number_at({head.data() + 1, config::frame_number_size});
    if (length > frame_max)
      return How::Forbidden;
    bytes_.resize(length);
    return read(bytes_.data(), length);
  }
  [[nodiscard]] char kind() const { return kind_; }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
  std::optional<How> read(char* to, std::size_t size) const {
    while (size > 0) {
      pollfd waiting{pipe_, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, patience_);
      if (ready == 0)
        return How::Silent;
      const ssize_t got = ready < 0 ? -1 : ::read(pipe_, to, size);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return How::Cut;
      to += got;
      size -= static_cast<std::size_t>(got);
    }
    return std::nullopt;
  }

  int pipe_;
  int patience_;
  char kind_ = 0;
  std::string bytes_;
};

/// Hands over one frame. @param before the kind of the one before it
/// @returns how the stream ends with it
std::optional<How> take(const FrameReader& frame, char before, std::string& link, Members& to) {
  const auto wanted = [](bool goes_on) { return goes_on ? std::optional<How>() : How::Unwanted; };
  if ((before == 'l') != (frame.kind() == 't'))
    return How::Forbidden;
  switch (frame.kind()) {
  case 'd':
    return wanted(to.directory(frame.bytes()));
  case 'f':
  case 'x':
    return wanted(to.file(frame.bytes(), frame.kind() == 'x'));
  case 'c':
    if (before != 'f' && before != 'x' && before != 'c')
      return How::Forbidden;
    return wanted(to.content(frame.bytes()));
  case 'l':
    link = frame.bytes();
    return std::nullopt;
  case 't':
    return wanted(to.link(link, frame.bytes()));
  case 'e':
    return frame.bytes().empty() ? How::Whole : How::Forbidden;
  case '!':
    return How::Wrong;
  default:
    return How::Forbidden;
  }
}

} // namespace

bool FrameWriter::write(char kind, std::string_view bytes) {
  bytes = bytes.substr(0, frame_max);
  std::string frame(1, kind);
  config::put_text(frame, bytes);
  return config::write_all(pipe_, frame) == 0;
}

StreamEnd read_stream(int pipe, Members& to, std::chrono::milliseconds patience) {
  FrameReader frame(pipe, patience);
  std::string link;
  for (char before = 0;; before = frame.kind()) {
    auto end = frame.next();
    if (!end)
      end = take(frame, before, link, to);
    if (end)
      return {*end, *end == How::Wrong ? frame.bytes() : std::string()};
  }
}

} // namespace orrery::unpack
