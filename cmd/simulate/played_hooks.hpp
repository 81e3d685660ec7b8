#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/providers/process_provider.hpp"
#include "cmd/simulate/findings.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::simulate {

/// Hook programs that are played by hand behind the real hook desk: each waits, calls the tools
/// that it is let call, and ends when told. Their processes are simulated, nothing else is.
class PlayedHooks final : public hooks::HookRunner, public hooks::ToolServer {
public:
  explicit PlayedHooks(Findings& findings) : findings_(findings) {}
  /// Plays that hook from now on.
  void play(const std::string& unit, const std::string& hook) { played_.insert({unit, hook}); }
  [[nodiscard]] bool plays(const std::string& unit, const std::string& hook) const {
    return played_.contains({unit, hook});
  }
  /// Has machines' own commands end by themselves with 0 as soon as they have begun, or wait.
  void end_commands(bool at_once) { ends_commands_ = at_once; }
  /// How often the program of each machine's task has begun.
  [[nodiscard]] const std::map<std::uint64_t, std::size_t>& runs_of_commands() const {
    return runs_of_commands_;
  }
  /// Takes over what has run in a process before; whose hooks are played is each process's own.
  void go_on_from(const PlayedHooks& other) {
    ends_commands_ = other.ends_commands_;
    runs_of_commands_ = other.runs_of_commands_;
  }
  /// Makes whatever submits the next program fail.
  void fail_next() { fails_next_ = true; }
  /// The hook that the unit runs now; empty if none does.
  [[nodiscard]] std::string running(const std::string& unit) const;
  [[nodiscard]] bool any_running() const { return !programs_.empty(); }
  /// Has the unit's program call a tool; the answer comes when messages are handled.  @pre it runs.
  void call(const std::string& unit, std::vector<std::string> arguments);
  /// The answer to the last call; nothing if it has not come.
  [[nodiscard]] const std::optional<hooks::ToolReply>& reply() const { return reply_; }
  /// Ends the unit's program.  @pre it runs.
  void end(const std::string& unit, int code = 0);
  /// The orchestrator is gone, and takes what runs with it.
  void kill_all();
  [[nodiscard]] const providers::Provider& places() const { return *places_; }

  // What the real hook desk sees.
  void submit(hooks::HookJob job, Callback done) override;
  void end_task(std::uint64_t task) override;
  void stop(std::chrono::milliseconds grace) override;
  [[nodiscard]] std::string open(const std::string& unit,
                                 const std::filesystem::path& socket,
                                 Handler handler,
                                 std::string& why) override;
  void close(const std::string& token) override { handlers_.erase(token); }

private:
  struct Program {
    hooks::HookJob job;
    Callback done;
  };
  Findings& findings_;
  /// Says where a unit's things would lie; asked for nothing else.
  std::unique_ptr<providers::Provider> places_ =
    providers::make_process_provider({.data_directory = {}, .tool = {}, .tools = {}});
  std::set<std::pair<std::string, std::string>> played_;
  std::map<std::string, Program> programs_; ///< By unit: one at a time (W7).
  std::map<std::string, Handler> handlers_; ///< By token.
  std::uint64_t last_token_ = 0;
  bool fails_next_ = false;
  bool ends_commands_ = false;
  std::map<std::uint64_t, std::size_t> runs_of_commands_; ///< By task.
  std::optional<hooks::ToolReply> reply_;
};

} // namespace orrery::simulate
