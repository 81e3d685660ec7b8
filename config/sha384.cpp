#include "config/sha384.hpp"

#include <array>
#include <cstdint>

namespace orrery::config {

void Sha384::add(std::string_view bytes) {
  ::SHA384Update(&state_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string Sha384::finish() {
  std::array<std::uint8_t, SHA384_DIGEST_LENGTH> digest{};
  ::SHA384Final(digest.data(), &state_);
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 0xfU];
  }
  return text;
}

} // namespace orrery::config
