#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::config {

/// SHA-256 (FIPS 180-4), for names of stored content.
class Sha256 {
public:
  void add(std::string_view bytes);
  /// The digest as 64 lower-case hexadecimal digits. Nothing may be added afterwards.
  [[nodiscard]] std::string finish();

private:
  void block(const std::uint8_t* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t buffered_ = 0;
  std::uint64_t length_ = 0;
};

} // namespace orrery::config
