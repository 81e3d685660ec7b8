#include "actors/hooks/token.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace orrery::hooks {

std::string make_token() {
  std::array<unsigned char, 16> bits{};
  // So few bytes come at once or not at all.
  if (getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size()))
    throw std::system_error(errno, std::generic_category(), "no random bytes for a token");
  constexpr char digits[] = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bits)
    token += {digits[byte >> 4], digits[byte & 15]};
  return token;
}

bool same_token(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) // the length is no secret
    return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < left.size(); ++i)
    difference |= static_cast<unsigned char>(left[i]) ^ static_cast<unsigned char>(right[i]);
  return difference == 0;
}

} // namespace orrery::hooks
