#include "store/wire.hpp"

namespace orrery::store::wire {

std::uint64_t Reader::long_varint() {
  const Varint read = take_varint(left_);
  switch (read.fault) {
  case VarintFault::None:
    break;
  case VarintFault::Cut:
    fail("ends too early");
    break;
  case VarintFault::TooLong:
    fail("number is longer than 64 bits");
    break;
  case VarintFault::Padded:
    fail("number is longer than it need be");
    break;
  }
  return read.number;
}

std::size_t Reader::too_long(std::uint64_t number, const char* of) {
  fail("announces " + std::to_string(number) + " " + of + " where " + std::to_string(left_.size())
       + " bytes are left");
  return 0;
}

void Reader::fail(std::string fault) {
  if (!failed()) // the first fault is the cause, the rest follows from it
    fault_ = std::move(fault);
}

void Reader::read(bool& value) {
  const std::uint8_t number = byte();
  if (number > 1)
    return fail("neither true nor false but " + std::to_string(number));
  value = number == 1;
}

} // namespace orrery::store::wire
