#include "config/sha384.hpp"

#include "config/hexadecimal.hpp"

#include <array>
#include <cstdint>

namespace orrery::config {

void Sha384::add(std::string_view bytes) {
  ::SHA384Update(&state_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string Sha384::finish() {
  std::array<std::uint8_t, SHA384_DIGEST_LENGTH> digest{};
  ::SHA384Final(digest.data(), &state_);
  return hexadecimal({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace orrery::config
