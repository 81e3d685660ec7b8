#pragma once

#include "cmd/client/wire.hpp"
#include "config/descriptor.hpp"

#include <tl/expected.hpp>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>

namespace orrery::cmd {

/// What the program itself prints, to its standard output and error.
class StreamOutput : public Output {
public:
  void out(std::string_view text) override;
  void err(std::string_view text) override;
  /// A line on standard error that the next text wipes off again.
  void progress(std::string_view text) override;
  [[nodiscard]] bool is_cut() override;
  [[nodiscard]] bool cancelled() override { return false; }

private:
  void wipe();
  bool drawn_ = false;
};

/// Why standard output has not taken all that was written to it so far, as errno has it; 0 if it
/// has.
[[nodiscard]] int why_output_is_cut();
/// Says on standard error that standard output has not taken all that was written to it, as where
/// the disk is full, however the verb has ended. Called once, at a program's end.
/// @returns `exit`, or 1 in place of a 0 then
int exit_if_all_was_written(int exit);

/// What requests are called that somebody types one by one.
inline constexpr const char* interactive_name = "console";

/// A connection to an orchestrator.
class Client {
public:
  /// Nothing if nobody answers there, or somebody whom this user does not trust (`is_trusted`).
  [[nodiscard]] static std::optional<Client> connect(const std::filesystem::path& socket);

  /// Sends a request and passes on what comes back. Where the request asks for progress, it is
  /// shown once the answer has taken a second. @returns the exit code; nothing if the orchestrator
  /// went away. Who has logged in there asks as the user that he logged in as.
  /// @param input what standard input is read from, if the request gives that and it is wanted
  [[nodiscard]] std::optional<int>
  ask(const wire::Request& request, Output& output, int input = STDIN_FILENO);
  /// Tells whether the orchestrator is known to have gone away.
  [[nodiscard]] bool is_closed() const;
  /// For InterruptibleRequest.
  [[nodiscard]] int socket() const { return socket_.get(); }

private:
  Client(config::Descriptor socket, std::string endpoint)
    : socket_{std::move(socket)}, endpoint_{std::move(endpoint)} {}
  config::Descriptor socket_;
  std::string endpoint_; ///< As accounts are kept for (client_files.hpp).
};

/// A request from this process: its directory, its terminal; without its standard input.
[[nodiscard]] wire::Request make_request();

} // namespace orrery::cmd
