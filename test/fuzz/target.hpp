#pragma once

#include <cstdint>
#include <string_view>

/// A decoder under bytes of any kind: one target a program, run by libFuzzer or, without it, by
/// replay.cpp.
namespace orrery::fuzz {

/// Gives the bytes to the decoder. Ends the process where what comes back is wrong; an error is
/// right.
void feed(std::string_view bytes);

/// Ends the process with that word unless `holds`.
void demand(bool holds, const char* word);

/// The first byte, which chooses one of several decoders, and the rest.
struct Choice {
  std::uint8_t which = 0;
  std::string_view rest;
};
[[nodiscard]] Choice choose(std::string_view bytes, std::uint8_t of);

} // namespace orrery::fuzz
