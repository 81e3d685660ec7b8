#pragma once

#include "test/agents/charms.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <string>

namespace orrery::test {

/// How the removals of a script are asked for.
enum class Way {
  Plain,           ///< In order; what fails for ever is let go on by a person.
  Forced,          ///< `--force --no-wait`, and nobody helps.
  PlainThenForced, ///< First the one, then the other on top of it.
};

/// One telling of a script: its world, the way of its removals, and when the process dies in it.
///
/// A command that the process took with it is asked again, as a user would. After each step the
/// records are held against the invariants, and counted anew from nothing.
class Story {
public:
  Story(std::uint64_t seed, Way way);

  [[nodiscard]] SimulatedWorld& world() { return world_; }
  [[nodiscard]] Way way() const { return way_; }
  /// Nothing goes wrong but what the script itself tells, so that what it aims at must come about.
  [[nodiscard]] bool is_undisturbed() const { return !is_disturbed_; }
  /// How many units are many: hundreds in the first telling, few where a story is told for each
  /// effect.
  [[nodiscard]] int many() const;
  [[nodiscard]] std::uint64_t random(std::uint64_t below) { return random_() % below; }

  // --- When the process dies ---

  /// Once, when that many effects have happened from now on.
  void die_after(std::uint64_t effects);
  void die_after_every_step() { is_disturbed_ = dies_often_ = true; }
  /// Whether the effect after which it was to die has come.
  [[nodiscard]] bool has_died() const { return dies_once_ && world_.effects() >= dies_at_; }
  /// From now on nothing goes wrong any more.
  void calm();

  // --- What a script tells ---

  /// Asks, and runs until no message is left.
  protocol::Answer ask(const protocol::Command& command);
  /// Asks, and lets only some messages be handled, so that it overlaps with what comes next.
  void begin(const protocol::Command& command);
  /// A removal in order, whatever the story's way.
  void remove_in_order(const protocol::Command& removal) { ask(removal); }
  /// A removal in the story's way, begun as by `begin`.
  void begin_removal(const protocol::Command& removal);
  /// The same, run until no message is left. @returns the answer to the last of its commands.
  protocol::Answer remove(const protocol::Command& removal);
  /// A new unit of it, once, however often it has to be asked. @returns its name.
  std::string add_unit(const std::string& application,
                       std::optional<store::MachineId> machine = std::nullopt);
  void begin_unit(const std::string& application);
  /// By its canonical key.
  [[nodiscard]] std::optional<store::RelationId> relation(const std::string& key) const;
  /// Requirer first, as in the key.
  void relate(const std::string& first, const std::string& second);
  void remove_relation(const std::string& key);
  /// The process begins again.
  void restart();
  /// The same, and the disk is lost with all units' files and all notes of their agents.
  void lose_disk();
  /// Lets time pass; for stories in which something would be tried for ever.
  void pass(store::Milliseconds milliseconds);
  void settle();
  /// What must be so if nothing but the script disturbs it: that it has come to the point it is
  /// about.
  void so(bool condition, const char* words);

  // --- Between the steps, and at the end ---

  /// All commands answered, all counts exact; the process dies, where that is told.
  void end_step();
  /// Until everything is settled. In order, a person lets failed hooks count as done.
  void end();
  /// Removes all that is left, in the story's way; nothing may stay.
  void remove_everything();
  /// The stores are empty but for the model itself. Notes that a crash has left behind go with the
  /// next start.
  void expect_nothing_left();
  [[nodiscard]] int helped() const { return helped_; }

private:
  struct Asked {
    protocol::Command command;
    std::function<bool(const store::Contents&)> done;
    std::uint64_t ticket = 0;
  };
  void begin(Asked asked);
  protocol::Answer finish();
  void arm();
  bool help();
  void check() const;

  SimulatedWorld world_;
  std::uint64_t seed_;
  Way way_;
  std::mt19937_64 random_;
  bool is_disturbed_ = false;
  bool dies_once_ = false;
  bool dies_often_ = false;
  std::uint64_t dies_at_ = UINT64_MAX;
  int helped_ = 0;
  std::deque<Asked> asked_; ///< Begun, and not known to be answered.
};

} // namespace orrery::test
