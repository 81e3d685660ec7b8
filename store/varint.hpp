#pragma once

#include <cstdint>
#include <string_view>

/// Numbers of 64 bits in as few bytes as they need, at most 10 (LEB128): seven bits a byte, the
/// lowest first; the top bit says that another byte follows. A number has one form: no more bytes
/// than it needs.
namespace orrery::store {

/// Writes a number.
/// @param put called with each byte, in order
template <typename Put>
void put_varint(std::uint64_t number, Put&& put) {
  for (; number >= 0x80; number >>= 7)
    put(static_cast<std::uint8_t>((number & 0x7f) | 0x80));
  put(static_cast<std::uint8_t>(number));
}

enum class VarintFault : std::uint8_t {
  None,
  Cut,     ///< The bytes end before the number does.
  TooLong, ///< More than 64 bits.
  Padded,  ///< More bytes than the number needs.
};

struct Varint {
  std::uint64_t number = 0; ///< 0 if there is a fault.
  VarintFault fault = VarintFault::None;
};

/// Takes a number off the front of bytes that nobody vouches for. A fault takes nothing.
[[nodiscard]] Varint take_varint(std::string_view& bytes);

} // namespace orrery::store
