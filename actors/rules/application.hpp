#pragma once

#include "actors/rules/decision.hpp"
#include "actors/rules/secrets.hpp"
#include "store/rare.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

/// The rules of applications (A), and what units and relations ask of them.
namespace orrery::rules {

/// Knowledge of an application: its records, its charm and the relations that name it.
struct ApplicationState {
  store::Application record;
  store::ApplicationConfig config;
  std::shared_ptr<const store::Charm> charm; ///< Never null.
  std::map<store::RelationId, store::Relation>
    relations; ///< As they were made: life and count are the relation's own.
  bool gone = false;
  store::Rare<store::Force> force{};       ///< The user wants it gone past what holds it (F3).
  store::LeaderSettings leader_settings{}; ///< Of version 0 while nobody has set any.
  store::Resources resources{};            ///< That were uploaded; no owner while none was.
  OwnedSecrets secrets{};                  ///< Its own, and those of its units.
};

[[nodiscard]] Decision
decide(const ApplicationState& application, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery. @returns whether observers
/// should know.
bool absorb(ApplicationState& application, const Write& write);

} // namespace orrery::rules
