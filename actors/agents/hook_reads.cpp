#include "actors/agents/hook_run.hpp"

/// Reads for a hook's tools: settings of relations, and what lies in the store.
namespace orrery::agents {

/// Reads settings for the first time in this hook; the same call is then evaluated again (H5).
void HookRun::fetch(const hooks::NeedBags& needed) {
  for (const hooks::BagName& bag : needed.bags) {
    const protocol::ReadBag question{0, bag.second, order_.sight.unit};
    if (ask_entity(rules::relation(bag.first), question))
      ++awaited_bags_;
    else
      state_.bags[bag] = std::nullopt;
  }
  if (awaited_bags_ > 0)
    return;
  answering_ = false;
  answer_next();
}

/// Reads what is durable, for the same call again: what earlier hooks left is by now (H6).
void HookRun::read(hooks::NeedStored needed) {
  if (const std::string fault = model().read_stored(order_.sight, needed, state_); !fault.empty())
    return reply({1, "", "ERROR " + fault + "\n", false, "", ""});
  answering_ = false;
  answer_next();
}

/// Looks for a secret, likewise.
void HookRun::read(const hooks::NeedSecret& needed) {
  const std::string fault = model().read_secret(order_.sight, needed, state_.secrets);
  if (!fault.empty())
    return reply({1, "", "ERROR " + fault + "\n", false, "", ""});
  answering_ = false;
  answer_next();
}

void HookRun::bag_seen(const protocol::BagSeen& seen) {
  state_.bags[{seen.relation, seen.owner}] = seen.found ? std::optional(seen.values) : std::nullopt;
  if (--awaited_bags_ > 0)
    return;
  answering_ = false;
  answer_next();
}

} // namespace orrery::agents
