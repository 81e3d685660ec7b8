#include "test/fuzz/target.hpp"

#include <cstdio>
#include <cstdlib>

namespace orrery::fuzz {

void demand(bool holds, const char* word) {
  if (holds)
    return;
  (void)std::fprintf(stderr, "%s\n", word);
  std::abort();
}

Choice choose(std::string_view bytes, std::uint8_t of) {
  if (bytes.empty())
    return {};
  return {static_cast<std::uint8_t>(static_cast<unsigned char>(bytes.front()) % of),
          bytes.substr(1)};
}

} // namespace orrery::fuzz
