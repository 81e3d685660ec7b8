#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Numbers as they stand in frames (wire.hpp): four bytes, the least first.
namespace orrery::cmd::wire {

inline void put_number(std::string& bytes, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(number >> shift & 0xffU);
}

inline std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;)
    number = number << 8U | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

} // namespace orrery::cmd::wire
