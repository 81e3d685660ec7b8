#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::hooks {

/// Output of a program, as it came: of each stream the beginning and the end, half of the limit
/// each (A32). The text between them is dropped.
struct CapturedOutput {
  std::uint64_t limit = 0; ///< Bytes of each stream; 0: nothing is captured.
  std::string out;
  std::string errors;
  bool out_is_cut = false; ///< Set once bytes were dropped, at head_size().
  bool errors_are_cut = false;
  std::uint64_t dropped = 0; ///< Bytes of both together.

  /// Adds bytes to `out` or `errors`, which may grow to twice the limit until end().
  void take(std::string& stream, std::string_view bytes) {
    stream.append(bytes);
    if (stream.size() > 2 * limit) // seldom, because the end moves then
      cut(stream);
  }
  /// Nothing more is printed: keeps to the limit.
  void end() {
    cut(out);
    cut(errors);
  }
  /// Returns how many bytes of a stream that was cut are its beginning.
  [[nodiscard]] std::size_t head_size() const { return static_cast<std::size_t>(limit / 2); }

private:
  void cut(std::string& stream) {
    if (stream.size() <= limit)
      return;
    const std::size_t excess = stream.size() - static_cast<std::size_t>(limit);
    stream.erase(head_size(), excess);
    dropped += excess;
    (&stream == &out ? out_is_cut : errors_are_cut) = true;
  }
};

} // namespace orrery::hooks
