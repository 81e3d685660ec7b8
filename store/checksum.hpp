#pragma once

#include <cstdint>
#include <string_view>

namespace orrery::store {

/// FNV-1a, 64 bits: tells whole small files from torn ones.
[[nodiscard]] constexpr std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes)
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

} // namespace orrery::store
