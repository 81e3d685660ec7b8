#include "config/base64.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace orrery::config {

std::string base64(std::string_view bytes) {
  static constexpr char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  result.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      result += i <= count ? alphabet[group >> (18U - 6U * i) & 63U] : '=';
  }
  return result;
}

} // namespace orrery::config
