#pragma once

#include "actors/rules/decision.hpp"
#include "actors/rules/secrets.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

/// The rules of the model: names, ids and charms (L6, A1, M1, M3).
namespace orrery::rules {

/// Knowledge of the model. The model comes last in every transaction, so it is never locked.
struct ModelState {
  store::Model record;
  store::ModelConfig config;
  store::ModelDefaults defaults; ///< Of models to come.
  /// Urls of its charms by name of every application, Dying ones included: its own, and those that
  /// units of it have still.
  std::map<std::string, std::vector<std::string>> applications;
  /// How many of those applications have a charm, by url: a charm goes with the last of them.
  std::map<std::string, std::size_t> charm_holders;
  std::map<std::string, store::Charm> charms; ///< By url.
  std::map<std::string, std::uint32_t>
    sequences; ///< Next unit number by name of applications that are gone.
  std::map<std::string, std::uint32_t> charm_sequences; ///< Next revision by Charm::name.
  std::set<store::MachineId> managers;                  ///< Alive machines with manage-model.
  std::map<std::string, store::HostedModel> hosted;     ///< By UUID; of a process's first model.
  std::set<std::pair<std::string, std::string>> hosted_names; ///< Owners and names of these.
  std::map<std::string, store::Storage> storages{}; ///< By id, those that no unit has (ST19).
  std::map<std::string, store::User> users; ///< By name, removed ones among them; as grants.
  std::map<std::pair<std::string, std::string>, store::Grant> grants; ///< By user and target.
  OwnedSecrets secrets{};                                             ///< The user's.
};

[[nodiscard]] Decision decide(const ModelState& model, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery. @returns whether observers
/// should know.
bool absorb(ModelState& model, const Write& write);

} // namespace orrery::rules
