#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/providers/process_provider.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "cmd/simulate/findings.hpp"
#include "store/records.hpp"

#include <caf/actor.hpp>
#include <caf/allowed_unsafe_message_type.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::simulate {

/// Conduct of a hook's program: it calls tools, one after the other, and ends, or does not.
struct Conduct {
  std::vector<std::vector<std::string>> calls; ///< Of hook tools.
  store::Milliseconds pause = 0;               ///< Before each call, and before its end.
  int code = 0;                                ///< What it exits with.
  bool hangs = false;                          ///< It does not end by itself.
  bool leaves_running = false;                 ///< Something of it lives on.
};

/// The hook programs of all units behind the real hook desk: their processes are simulated, nothing
/// else is. What runs when the orchestrator dies is killed with it.
class Programs final : public hooks::HookRunner, public hooks::ToolServer {
public:
  /// Where programs are, and who decides and hears of them. Outlives the programs.
  class House {
  public:
    virtual ~House() = default;
    /// Whether the unit's directory is there to run a program in.
    [[nodiscard]] virtual bool has_directory(const hooks::HookJob& job) const = 0;
    [[nodiscard]] virtual Conduct conduct_of(const hooks::HookJob& job) = 0;
    /// @param waited behind that of an agent that has failed; its own may have failed, too, by now.
    virtual void began(const hooks::HookJob& job, bool waited) = 0;
    /// Something runs in its place already.
    virtual void waits(const hooks::HookJob& job) = 0;
    /// For want of a directory: a try like any other, that has failed.
    virtual void not_begun(const hooks::HookJob& job, bool waited) = 0;
    /// The unit's program calls a hook tool, and is answered.
    virtual void called(const std::string& unit) = 0;
    virtual void replied(const std::string& unit,
                         const std::vector<std::string>& arguments,
                         const hooks::ToolReply& reply) = 0;
    /// Not told of those that die with the orchestrator.
    virtual void ended(const hooks::HookJob& job, const hooks::HookEnd& end, bool left_running) = 0;
  };

  Programs(House& house, Findings& findings) : house_(house), findings_(findings) {}

  /// Sets the actor that lets time pass for them; until the next process begins.
  void set_driver(caf::actor driver) { driver_ = std::move(driver); }
  void kill_all();
  [[nodiscard]] bool runs(const std::string& unit) const { return running_.contains(unit); }
  /// The program in that place goes on: calls a tool, or ends. @param number of the program that is
  /// meant
  void go_on(const std::string& place, std::uint64_t number);
  /// Kills what runs there: that unit's program, or whatever runs on that machine.
  void kill(const std::string& unit);
  void kill_on(store::MachineId machine);
  /// Ends the program in that place, because its deadline has come.
  void time_out(const std::string& place, std::uint64_t number);
  [[nodiscard]] const providers::Provider& places() const { return *places_; }

  // What the hook desk sees.
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
    std::string place; ///< Its unit, or one of its own: a machine's commands wait for nobody.
    Callback done;
    Conduct conduct;
    std::size_t called = 0;
    std::uint64_t number = 0;
  };
  void start(Program program, bool waited);
  void call(Program& program);
  void end(const std::string& place, hooks::HookEnd end);

  House& house_;
  Findings& findings_;
  caf::actor driver_;
  std::unique_ptr<providers::Provider> places_ =
    providers::make_process_provider({.data_directory = {}, .tool = {}, .tools = {}});
  std::map<std::string, Program> running_;             ///< By place: one at a time (W7).
  std::map<std::string, std::deque<Program>> waiting_; ///< Behind that of an agent that has failed.
  std::map<std::string, Handler> handlers_;            ///< By token.
  std::uint64_t last_token_ = 0;
  std::uint64_t last_number_ = 0;
};

/// To the driver: a program goes on, or its deadline comes, that much later.
struct ProgramMoves {
  bool late = false;
  std::string place;
  std::uint64_t number = 0;
  store::Milliseconds after = 0;
};

/// Lets time pass for the programs of one process of the orchestrator.
class ProgramDriver final : public runtime::CountedActor {
public:
  ProgramDriver(caf::actor_config& config,
                runtime::UnderWay& activity,
                Programs& programs,
                const bool& dead);

private:
  caf::behavior make_behavior() override;
  void moves(const ProgramMoves& message);

  Programs& programs_;
  const bool& dead_;
};

} // namespace orrery::simulate

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::simulate::ProgramMoves)
