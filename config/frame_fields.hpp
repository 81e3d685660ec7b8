#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Fields of frames: what programs of ours tell each other over sockets and pipes. Header only,
/// because the tiny programs beside hooks use it, too.
///
///     number = 32 bits, the least byte first
///     text   = number {byte}            as many bytes as the number says
///     flag   = one byte, 0 or 1
namespace orrery::config {

inline constexpr std::size_t frame_number_size = 4; ///< Bytes of a number.

inline void put_number(std::string& to, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    to.push_back(static_cast<char>(number >> shift & 0xffU));
}

inline void put_text(std::string& to, std::string_view text) {
  put_number(to, static_cast<std::uint32_t>(text.size()));
  to.append(text);
}

/// @pre bytes.size() >= frame_number_size
inline std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = frame_number_size; i-- > 0;)
    number = number << 8U | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

/// Takes fields off the front of bytes that nobody vouches for. Once something is missing or wrong,
/// `ok` stays false and all that is read is empty.
class FieldReader {
public:
  explicit FieldReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() { return has(1) ? static_cast<std::uint8_t>(take(1)[0]) : std::uint8_t{0}; }
  std::uint32_t number() { return has(frame_number_size) ? number_at(take(frame_number_size)) : 0; }
  std::string text() {
    const std::size_t size = number();
    return has(size) ? std::string(take(size)) : std::string();
  }
  bool flag() {
    const std::uint8_t value = byte();
    ok_ = ok_ && value <= 1;
    return value == 1;
  }
  void expect(char wanted) { ok_ = byte() == static_cast<std::uint8_t>(wanted) && ok_; }
  [[nodiscard]] bool ok() const { return ok_; }
  /// Whether all was there and nothing is left over.
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

private:
  bool has(std::size_t count) {
    ok_ = ok_ && rest_.size() >= count;
    return ok_;
  }
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
  bool ok_ = true;
};

} // namespace orrery::config
