#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// The Unix sockets through which hook tools reach the orchestrator. Plain threads, no actors.
namespace orrery::hooks {

/// One call of a hook tool, as its process sent it.
struct ToolCall {
  std::vector<std::string> arguments; ///< argv[0] is the tool's name.
  std::string directory; ///< The caller's working directory, for `-o FILE` and `--file FILE`.
  std::string input;     ///< Standard input, only if the tool asked for it.
  bool has_input = false;
};

/// Instructions for the tool's process.
struct ToolReply {
  int code = 0;
  std::string output;
  std::string error;
  bool wants_input = false; ///< Send the same call again with the content of `input_file`.
  std::string input_file;   ///< Empty for standard input; relative to the caller's directory.
  std::string output_file;  ///< Write the output there instead; empty for standard output.
};

/// One thread that listens for the hooks that run now.
///
/// Tokens are 128 random bits, compared in constant time; a wrong one closes the connection. A call
/// is at most 1 MiB and comes within a bounded time, a hook has at most 16 connections. Only this
/// process's own user is answered.
class ToolServer {
public:
  using Answer = std::function<void(ToolReply)>; ///< May be called from any thread, once.
  using Handler =
    std::function<void(ToolCall, Answer)>; ///< Called on the server's thread; must not block.

  /// @param kept so many sockets at most stay when their hooks have ended, each in its place and
  /// with a descriptor; never more than an eighth of the descriptors that this process may have.
  static std::unique_ptr<ToolServer> make(std::size_t kept = 0);
  virtual ~ToolServer() = default;

  /// Listens at `socket` (mode 0600; the path may be longer than 107 bytes) until close(token).
  /// @returns the token that a call must carry; empty if the socket could not be made (`why` says).
  [[nodiscard]] virtual std::string open(const std::string& unit,
                                         const std::filesystem::path& socket,
                                         Handler handler,
                                         std::string& why) = 0;
  /// The token dies: its connections are closed, and nobody is taken in at its socket any more,
  /// which stays for the unit's next hook, or goes.
  virtual void close(const std::string& token) = 0;

  // For servers that keep sockets.
  /// A unit is gone, and its socket with it.
  virtual void forget(const std::string& unit) { static_cast<void>(unit); }
  /// Removes the sockets of hooks that have ended; from now on none is kept.
  virtual void keep_none() {}
};

} // namespace orrery::hooks
