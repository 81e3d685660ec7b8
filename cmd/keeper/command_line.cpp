#include "cmd/keeper/command_line.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::keeper {

namespace {

/// Arguments follow each other in memory.
std::span<char> room_of(char** arguments) {
  char* end = arguments[0];
  for (char** argument = arguments; *argument == end; ++argument)
    end += std::strlen(*argument) + 1;
  return {arguments[0], end};
}

} // namespace

CommandLine::CommandLine(char** arguments) : room_(room_of(arguments)), shown_(room_.size()) {}

void CommandLine::show(std::string_view words) {
  // As long as the last byte is zero, the kernel shows all of the room and nothing behind it.
  const std::size_t size = std::min(words.size(), room_.size() - 1);
  std::memcpy(room_.data(), words.data(), size);
  std::memset(room_.data() + size, 0, std::max(shown_, size) - size);
  shown_ = size;
}

} // namespace orrery::keeper
