#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace orrery::keeper {

/// This process's /proc/PID/cmdline: the memory in which the kernel has put its
/// arguments. A process that is forked shows what its parent showed then.
class CommandLine {
public:
  /// @param arguments of main(): nothing may use them any more. @pre there is at least one.
  explicit CommandLine(char** arguments);

  /// @param words each with a NUL at its end; what does not fit is cut off.
  void show(std::string_view words);

private:
  std::span<char> room_;
  std::size_t shown_; ///< Bytes that are not zero lie before that.
};

} // namespace orrery::keeper
