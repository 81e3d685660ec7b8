#include "store/wire.hpp"

#include <algorithm>

namespace orrery::store::wire {

std::uint64_t Reader::long_varint() {
  constexpr std::size_t longest = 10; // of 7 bits each
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < std::min(x_left.size(), longest); ++i) {
    const auto next = static_cast<std::uint8_t>(x_left[i]);
    if (i + 1 == longest && next > 1)
      break;
    number |= static_cast<std::uint64_t>(next & 0x7f) << (7 * i);
    if ((next & 0x80) != 0)
      continue;
    if (next == 0 && i > 0)
      fail("number is longer than it need be");
    x_left.remove_prefix(i + 1);
    return number;
  }
  fail(x_left.size() < longest ? "ends too early" : "number is longer than 64 bits");
  return 0;
}

std::size_t Reader::too_long(std::uint64_t number, const char* of) {
  fail("announces " + std::to_string(number) + " " + of + " where " + std::to_string(x_left.size())
       + " bytes are left");
  return 0;
}

void Reader::fail(std::string fault) {
  if (!failed()) // the first fault is the cause, the rest follows from it
    x_fault = std::move(fault);
}

void Reader::read(bool& value) {
  const std::uint8_t number = byte();
  if (number > 1)
    return fail("neither true nor false but " + std::to_string(number));
  value = number == 1;
}

} // namespace orrery::store::wire
