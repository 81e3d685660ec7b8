#pragma once

#include "actors/rules/secret_hooks.hpp"
#include "test/rules/secret_change.hpp"

#include <string>
#include <vector>

namespace orrery::test {

/// Secrets of `db` and its units, changed by hooks of units one after the other.
class Owned {
public:
  rules::Decision change(const std::string& unit, const protocol::SecretChanges& changes) {
    const rules::Writes nothing_yet;
    rules::Decision decision = rules::change_secrets(secrets, {"db", unit, unit == "db/0", alive},
                                                     changes, context(nothing_yet));
    take(decision);
    return decision;
  }
  rules::Decision track(const std::string& unit, std::uint32_t revision) {
    rules::Decision decision = rules::track_secret(
      secrets, {unit, secret_one, "db", revision, std::optional<std::string>()});
    take(decision);
    return decision;
  }
  /// Ends of others that the transaction holds already.
  rules::Decision settle(const rules::Writes& gone) {
    rules::Decision decision;
    rules::settle_secrets(decision, secrets, context(gone));
    take(decision);
    return decision;
  }
  [[nodiscard]] const rules::OwnedSecret& one() const { return secrets.by_id.at(secret_one); }

  rules::Decision note_due() {
    const rules::Writes nothing_yet;
    rules::Decision decision = rules::note_secrets_due(secrets, context(nothing_yet));
    take(decision);
    return decision;
  }
  rules::Decision end(const store::SecretHook& hook) {
    const rules::Writes nothing_yet;
    rules::Decision decision =
      rules::end_secret_hook(secrets, {"db/0", hook}, context(nothing_yet));
    take(decision);
    return decision;
  }
  /// Hooks of the first secret that somebody is to run, in the order of their keys.
  [[nodiscard]] std::vector<store::SecretHook> asked() const {
    std::vector<store::SecretHook> all;
    for (const auto* hooks : {&one().hooks, &one().changed})
      for (const auto& [key, hook] : *hooks)
        if (!hook.who.empty())
          all.push_back(hook);
    return all;
  }

  rules::OwnedSecrets secrets;
  bool alive = true;
  store::Milliseconds now = 60'000;

private:
  [[nodiscard]] rules::Context context(const rules::Writes& so_far) const {
    return {now, "a test", &so_far};
  }
  void take(const rules::Decision& decision) {
    for (const rules::Write& write : decision.writes)
      rules::absorb_secrets(secrets, "db", write);
  }
};

inline protocol::SecretChange with_value(const std::string& text) {
  protocol::SecretChange change;
  change.value = value_of(text);
  return change;
}

} // namespace orrery::test
