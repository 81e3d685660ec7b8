#pragma once

#include "cmd/simulate/ledger.hpp"
#include "cmd/simulate/step.hpp"

#include <map>
#include <string>

namespace orrery::simulate {

/// Names of the things that a story's commands have made, where it is played: numbers shift
/// where steps are left out.
class NamesMade {
public:
  using Principals = std::map<std::string, std::string>;

  /// @param principals of the story's subordinates, which no command makes
  NamesMade(const Ledger& ledger, Principals principals)
    : ledger_(ledger), principals_(std::move(principals)) {}

  /// Takes in that the command, which had made `then.made`, has now made this.
  void made(const steps::Ask& then, const std::string& now);
  /// Translates a command to what its names and numbers mean here; others as they are.
  [[nodiscard]] protocol::Command meant(protocol::Command command) const;
  /// A unit, or `machine 3`.
  [[nodiscard]] std::string place(const std::string& then) const;
  [[nodiscard]] std::string unit(const std::string& then) const;
  [[nodiscard]] store::MachineId machine(store::MachineId then) const;
  /// A storage that `unit` has, or nobody if that is empty. One that a unit came with is meant by
  /// its name: whatever of that name the unit has.
  [[nodiscard]] std::string storage(const std::string& then, const std::string& unit) const;

private:
  [[nodiscard]] protocol::Command meant_of_storage(protocol::Command command) const;

  const Ledger& ledger_;
  Principals principals_;
  std::map<std::string, std::string> units_;
  std::map<std::string, std::string> storages_; ///< That add-storage has made.
  std::map<store::MachineId, store::MachineId> machines_;
  std::map<store::RelationId, store::RelationId> relations_;
};

} // namespace orrery::simulate
