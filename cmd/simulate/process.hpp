#pragma once

#include "actors/agents/process_services.hpp"
#include "actors/runtime/activity.hpp"
#include "cmd/simulate/clock.hpp"
#include "cmd/simulate/seeded_scheduler.hpp"
#include "store/database.hpp"
#include "store/disk/simulated_disk.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Settings of a simulated process, which hold for all its models.
struct ProcessOptions {
  std::uint64_t seed = 1;
  std::uint64_t history_kept = rules::history_kept; ///< In transactions (C3).
  store::SimulatedDisk* disk = nullptr; ///< Not owned; null: one of its own, and only that changes
                                        ///< with a crash.
  std::uint32_t idle_agents = 4096;     ///< So many of each model stay with nothing to do.
  std::size_t most_beginning = 1024;    ///< So many agents of units begin at once.
};

/// A simulated process of the orchestrator, and the host below it: all that its models (World) have
/// in common. These are the one thread with the order of messages, the time, the disk, the places
/// of hooks and of agents that begin, and every end: a crash takes all models.
///
/// Models enter before the process begins. Made by the first of them; outlives all.
class Process {
public:
  explicit Process(ProcessOptions options);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// @pre the process does not run. The model is part of every process that begins from now on,
  /// until it leaves.
  void enter(World& model) { models_.push_back(&model); }
  void leave(World& model) { std::erase(models_, &model); }
  [[nodiscard]] bool has(const World& model) const {
    return std::find(models_.begin(), models_.end(), &model) != models_.end();
  }
  [[nodiscard]] const std::vector<World*>& models() const { return models_; }

  /// Begins it from the stores of its models; no message is handled yet.
  void begin();
  /// Puts it away, if it runs: what it knew is gone.
  void end();
  [[nodiscard]] bool runs() const { return system_ != nullptr; }
  /// Ends it, does that, and begins it again upon the disk as it is after the cut.
  void crash(
    const store::PowerCut& cut, const std::function<void()>& meanwhile = [] {});
  /// Crashes if that is due. @returns whether it was
  bool crash_if_due();
  void crash_after(std::uint64_t effects) { crash_at_ = effects_ + effects; }
  void crash_within_disk_call(std::uint64_t calls, const store::PowerCut& cut);
  void fail_disk(store::DiskCall call, std::uint64_t k, store::DiskFault fault);
  [[nodiscard]] bool disk_may_fail() const { return disk_may_fail_; }
  [[nodiscard]] bool owns_disk() const { return own_disk_ != nullptr; }
  [[nodiscard]] store::SimulatedDisk& disk() { return *disk_; }
  /// Opens a store below that directory of the disk. A person tries it again after a failed call.
  [[nodiscard]] std::unique_ptr<store::Database> open(const std::string& directory);
  /// Nothing that was to go wrong later does.
  void mend();
  /// The process is gone at this instant. It does not begin again by itself.
  void die() { dead_ = true; }
  /// True from the death of a process until the next begins.
  [[nodiscard]] const bool& dead() const { return dead_; }
  /// Counts batches written, providers' tasks and hooks begun, of all models.
  [[nodiscard]] std::uint64_t& effects() { return effects_; }
  [[nodiscard]] int crashes() const { return crashes_; }
  /// The number of the host's boot.
  [[nodiscard]] std::uint64_t boot() const { return boot_; }
  void start_host_again() { ++boot_; }
  /// Goes on with the time and the boot of another's host.
  void go_on_from(const Process& other);

  void order_messages_by(std::uint64_t seed);
  /// Lets the actor handle nothing until that time has passed, or hurry().
  void slow_down(const caf::actor& who, store::Milliseconds milliseconds);
  /// All that are slow hurry again.
  void hurry();
  /// Lets that much time pass.
  void pass(caf::timespan time);
  /// Whether nothing is under way in any model.
  [[nodiscard]] bool rests() const;

  [[nodiscard]] SimulatedClock& clock() { return clock_; }
  [[nodiscard]] std::uint64_t history_kept() const { return options_.history_kept; }

  // Until the process ends.

  [[nodiscard]] SeededScheduler& scheduler() { return *scheduler_; }
  [[nodiscard]] caf::actor_system& system() { return *system_; }
  [[nodiscard]] agents::ProcessServices& services() { return *services_; }
  /// Gives hooks their places from now on; once for all models.
  void share_places();

private:
  void make_system();
  void disk_called(const store::DiskEvent& event);

  ProcessOptions options_;
  std::vector<World*> models_; ///< In the order in which they entered.
  std::unique_ptr<store::SimulatedDisk> own_disk_;
  store::SimulatedDisk* disk_;
  store::DiskImage image_;       ///< As the disk was when the process died.
  store::PowerCut cut_;          ///< What the next crash does to it.
  std::uint64_t calls_left_ = 0; ///< Until the process dies within a call to the disk; 0: it does
                                 ///< not.
  bool disk_may_fail_ = false;   ///< Since the first fail_disk().
  store::Milliseconds slow_until_ = 0;
  SimulatedClock clock_;
  bool dead_ = false;
  std::uint64_t next_order_; ///< Seed of the order of messages in the next process.
  std::uint64_t effects_ = 0;
  std::uint64_t crash_at_ = UINT64_MAX;
  int crashes_ = 0;
  std::uint64_t boot_ = 0; ///< UnitSight::boot.

  // All of it goes with a crash.
  std::unique_ptr<caf::actor_system_config> config_;
  std::unique_ptr<caf::actor_system> system_;
  SeededScheduler* scheduler_ = nullptr;        ///< A module of the system's.
  std::unique_ptr<runtime::Activity> activity_; ///< Of actors that serve all models.
  std::unique_ptr<agents::ProcessServices> services_;
};

} // namespace orrery::simulate
