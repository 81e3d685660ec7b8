#pragma once

#include "actors/entities/services.hpp"
#include "cmd/views/explain/references.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace orrery::cmd {

/// Asks the running entities, as one who observes them for a moment. Used by a thread of its own,
/// never by an actor.
class EntityReferences final : public explain::References {
public:
  /// @param waiting is called once before each wait for answers
  EntityReferences(
    entities::Services& services,
    std::chrono::milliseconds patience,
    std::function<void()> waiting = [] {})
    : services_(services), patience_(patience), waiting_(std::move(waiting)) {}

  [[nodiscard]] Expected<std::map<std::string, OfUnit>>
  of_units(const std::vector<std::string>& names) override;
  [[nodiscard]] Expected<std::vector<std::string>> principals_on(store::MachineId id) override;
  [[nodiscard]] Expected<std::vector<store::Relation>>
  relations_of(const std::string& application) override;

private:
  template <class Seen, class See>
  [[nodiscard]] tl::expected<void, store::StoreError> ask(const std::vector<caf::actor>& entities,
                                                          See see) const;

  entities::Services& services_;
  std::chrono::milliseconds patience_;
  std::function<void()> waiting_;
};

} // namespace orrery::cmd
