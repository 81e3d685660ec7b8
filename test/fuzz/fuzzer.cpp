#include "test/fuzz/target.hpp"

#include <cstddef>

/// What libFuzzer calls, again and again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  orrery::fuzz::feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
