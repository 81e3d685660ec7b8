#include "store/wire.hpp"

namespace orrery::store::wire {

std::uint64_t Reader::long_varint() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !failed(); shift += 7) {
    const std::uint8_t next = byte();
    if (shift == 63 && next > 1)
      break;
    number |= static_cast<std::uint64_t>(next & 0x7f) << shift;
    if ((next & 0x80) != 0)
      continue;
    if (next == 0 && shift > 0)
      fail("number is longer than it need be");
    return number;
  }
  fail("number is longer than 64 bits");
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
