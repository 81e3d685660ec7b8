#include "actors/agents/secret_keeper.hpp"

#include "actors/agents/stored_records.hpp"
#include "actors/workflow/secret_steps.hpp"
#include "store/keys.hpp"

#include <caf/actor_cast.hpp>

#include <stdexcept>

namespace orrery::agents {

SecretKeeper::SecretKeeper(caf::actor_config& config,
                           const AgentServices& services,
                           const store::Database& model)
  : Agent(config, services), model_(model) {}

caf::behavior SecretKeeper::make_behavior() {
  model().set_secret_keeper(caf::actor_cast<caf::actor>(this));
  read_model([this] { recall(); });
  return {on(&SecretKeeper::answered), on(&SecretKeeper::stirred), on(&SecretKeeper::due)};
}

/// Asks all who own secrets. One before may have failed with news that it had not passed on.
void SecretKeeper::recall() {
  std::set<std::string> owners;
  const auto scanned = model_.snapshot()->scan("S", [&](std::string_view key, std::string_view) {
    const std::string_view owner = key.substr(1, key.find('/') - 1); // "S" application "/" secret
    owners.emplace(owner);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // the supervisor shows it
  for (const std::string& owner : owners)
    ask_owner(owner);
}

/// The answer is SecretsStirred; none comes of an application that is gone.
void SecretKeeper::ask_owner(const std::string& application) {
  (void)ask_entity(rules::holder_of_secrets(application), protocol::ReadSecrets{});
}

void SecretKeeper::stirred(const protocol::SecretsStirred& news) {
  CharmHooks known;
  std::set<std::string> told;
  for (const protocol::SecretHookAwaited& awaited : news.awaited)
    if (!told.contains(awaited.unit) && is_to_look(awaited, known)) {
      told.insert(awaited.unit);
      of_model().roster.tell(awaited.unit, caf::make_message(protocol::LookAtSecrets{}));
    }
  set_time(news.application, news.due);
  await();
}

void SecretKeeper::set_time(const std::string& application, store::Milliseconds due) {
  if (const auto known = due_.find(application); known != due_.end()) {
    in_order_.erase({known->second, application});
    due_.erase(known);
  }
  if (due == 0)
    return;
  due_[application] = due;
  in_order_.emplace(due, application);
}

void SecretKeeper::await() {
  if (in_order_.empty())
    of_model().update_status.forget_secrets();
  else
    of_model().update_status.await_secrets(in_order_.begin()->first,
                                           caf::actor_cast<caf::actor>(this));
}

/// The owner tells the next time with what it writes, and is asked where it writes nothing: the
/// clock may have been set back meanwhile.
void SecretKeeper::due(const protocol::SecretsDue&) {
  while (!in_order_.empty() && in_order_.begin()->first <= now()) {
    const std::string application = in_order_.begin()->second;
    set_time(application, 0);
    ask(protocol::NoteSecretsDue{application}, [this, application](const protocol::Answer& answer) {
      if (answer.verdict != protocol::Verdict::Done)
        ask_owner(application);
    });
  }
  await();
}

/// Whether the unit's agent is to look. Where none acts for it, only if the charm has the hook, and
/// it is not taken back: whoever begins looks first.
bool SecretKeeper::is_to_look(const protocol::SecretHookAwaited& awaited, CharmHooks& known) const {
  if (!of_model().roster.rests(awaited.unit))
    return true;
  return !awaited.taken_back && has_hook(awaited, known);
}

bool SecretKeeper::has_hook(const protocol::SecretHookAwaited& awaited, CharmHooks& known) const {
  const CharmHasHook& charm_has_hook = of_model().charm_has_hook;
  const auto snapshot = model_.snapshot();
  StoredRecords records(*snapshot);
  const auto unit = records.get<store::Unit>(store::unit_key(awaited.unit));
  if (!records.fault().empty())
    throw std::runtime_error(records.fault()); // the supervisor shows it
  if (!unit)
    return false; // it is gone
  const std::string hook = secret_hook_name(awaited.kind);
  const auto [place, is_new] = known.try_emplace({unit->charm, hook}, true);
  if (const auto charm = is_new && charm_has_hook ? model().charm(unit->charm) : nullptr)
    place->second = charm_has_hook(charm->directory, hook);
  return place->second;
}

} // namespace orrery::agents
