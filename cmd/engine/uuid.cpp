#include "cmd/engine/uuid.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>

namespace orrery::cmd {

std::string random_uuid() {
  std::random_device source;
  const auto word = [&source] { return static_cast<std::uint32_t>(source()); };
  const std::uint32_t a = word();
  const std::uint32_t b = word();
  const std::uint32_t c = word();
  const std::uint32_t d = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", a, b >> 16, b & 0xfff,
                     0x8000 | ((c >> 16) & 0x3fff), c & 0xffff, d);
}

} // namespace orrery::cmd
