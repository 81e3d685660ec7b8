#include "actors/hooks/token.hpp"

#include "config/hexadecimal.hpp"

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
  return config::hexadecimal({reinterpret_cast<const char*>(bits.data()), bits.size()});
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
