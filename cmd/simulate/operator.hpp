#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/simulate/random.hpp"
#include "cmd/simulate/step.hpp"
#include "store/contents.hpp"

#include <optional>
#include <vector>

namespace orrery::simulate {

/// Doings of a seed's operator, and how often: each seed leaves other things out, so that
/// the rest goes further.
struct Habits {
  bool forces = true;
  bool skips_failed_hooks = true;
  bool drains = true;
  bool removes_applications = true;
  bool has_subordinates = true;
  bool resolves = true;
  bool runs_commands = true;
  bool refreshes = true;
  bool keeps_data = true;    ///< Has charms with storage, and asks for things of storage.
  bool keeps_secrets = true; ///< Has secrets of its own.
  bool clears = true;        ///< Removes a great part of what there is at once.
  std::size_t most_units = 10;
  std::size_t most_machines = 6;
  std::size_t mistakes = 10; ///< One command in so many names what is not there, or does not fit.
};

[[nodiscard]] Habits draw_habits(Random& random);

/// Draws what a person might ask for in any state of the model: every verb that changes it, valid
/// or not.
class Operator {
public:
  Operator(Random& random, Habits habits) : random_(random), habits_(habits) {}

  [[nodiscard]] protocol::Command any_command(const store::Contents& contents);
  /// Where to run a command: a unit, or `machine 3`; empty if this operator does not.
  [[nodiscard]] std::string place_of_command(const store::Contents& contents);
  /// Which application gets the next revision of its charm; nothing if this operator does not.
  [[nodiscard]] std::optional<steps::Refresh> refresh(const store::Contents& contents);
  /// Several at once, as a bundle's: applications with units, related to one another.
  [[nodiscard]] std::vector<protocol::Command> bundle(const store::Contents& contents);
  /// Removals of a great part of what there is.
  [[nodiscard]] std::vector<protocol::Command> clearance(const store::Contents& contents);
  /// Whether nothing is added from now on, until others have gone.
  void set_sated(bool sated) { sated_ = sated; }

private:
  [[nodiscard]] protocol::Command create();
  [[nodiscard]] protocol::Command add_unit(const store::Contents& contents);
  [[nodiscard]] protocol::Command integrate(const store::Contents& contents);
  [[nodiscard]] protocol::Command configure(const store::Contents& contents);
  [[nodiscard]] protocol::Command set_model();
  [[nodiscard]] std::string constraints();
  [[nodiscard]] protocol::Command resolve(const store::Contents& contents);
  [[nodiscard]] protocol::Command retry_provisioning(const store::Contents& contents);
  [[nodiscard]] protocol::Command remove(const store::Contents& contents);
  [[nodiscard]] std::optional<protocol::Command> storage(const store::Contents& contents);
  [[nodiscard]] std::optional<protocol::Command> add_storage(const store::Contents& contents);
  [[nodiscard]] protocol::Command remove_storage(const store::Contents& contents);
  /// Storage that no unit has, for a new unit of the application; mostly none.
  [[nodiscard]] std::vector<std::string> free_storage_for(const store::Contents& contents,
                                                          const std::string& application);
  [[nodiscard]] protocol::Command secret(const store::Contents& contents);
  [[nodiscard]] protocol::Command add_secret(const store::Contents& contents);
  [[nodiscard]] protocol::Command build(const store::Contents& contents);
  [[nodiscard]] protocol::Command addition(const store::Contents& contents);
  [[nodiscard]] protocol::Removal how();
  /// Draws as how() does, and whether the data goes, too.
  [[nodiscard]] protocol::Removal how_with_data();
  [[nodiscard]] bool deploys(const store::Charm& charm) const {
    return (habits_.has_subordinates || !charm.subordinate)
           && (habits_.keeps_data || charm.storage.empty());
  }
  template <class Map>
  [[nodiscard]] typename Map::key_type key_of(const Map& map, typename Map::key_type otherwise);
  [[nodiscard]] std::string application(const store::Contents& contents) {
    return key_of(contents.applications, std::string("nobody"));
  }
  [[nodiscard]] std::string unit(const store::Contents& contents) {
    return key_of(contents.units, std::string("web/77"));
  }
  [[nodiscard]] store::MachineId machine(const store::Contents& contents) {
    return key_of(contents.machines, store::MachineId{77});
  }

  Random& random_;
  Habits habits_;
  bool sated_ = false; ///< As set_sated() said last.
};

} // namespace orrery::simulate
