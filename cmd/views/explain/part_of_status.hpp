#pragma once

#include "cmd/views/explain/neighbourhood.hpp"
#include "cmd/views/explain/partial_reading.hpp"
#include "cmd/views/explain/status_reading.hpp"

#include <set>
#include <string>
#include <vector>

namespace orrery::explain {

/// Gathers what status shows of a part of a model: render::keep_selected takes away what is too
/// much.
class PartOfStatus {
public:
  /// @pre no selector is a status word
  PartOfStatus(const store::Snapshot& snapshot, References& references, const Choice& choice);

  /// @returns all that was read, with what was left out counted
  [[nodiscard]] tl::expected<Neighbourhood, store::StoreError> read();

private:
  using Names = std::vector<std::string>;

  [[nodiscard]] const store::Contents& contents() const { return reading_.contents(); }
  template <class Value>
  [[nodiscard]] Value taken(tl::expected<Value, store::StoreError> answer);

  void choose(const std::string& text);
  void choose_machine(store::MachineId id);
  void choose_application(const std::string& name);
  void choose_leader(const std::string& application);
  void choose_units(const std::string& application, const std::string& number);
  [[nodiscard]] Names applications_that_fit(const std::string& pattern);
  [[nodiscard]] Names units_of(const std::string& application);

  [[nodiscard]] const store::Unit* show_unit(const std::string& name);
  void show_application(const std::string& name);
  void show_subordinates();
  void show_relations();
  void show_settings(const std::string& name);
  [[nodiscard]] tl::expected<Neighbourhood, store::StoreError> with_obstacles();

  PartialReading reading_;
  References& references_;
  const Choice& choice_;
  std::set<std::string> chosen_; ///< Units.
  std::set<std::string> units_, applications_;
  std::set<store::MachineId> machines_;
  std::set<store::RelationId> relations_;
};

} // namespace orrery::explain
