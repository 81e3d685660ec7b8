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

/// Looks for a secret, likewise. Which one has a label, and which the unit manages, entities know:
/// the application of its own and its units', the unit of those that it reads (SE30).
void HookRun::read(const hooks::NeedSecret& needed) {
  using What = hooks::NeedSecret::What;
  sought_ = needed;
  const std::string& label = needed.what == What::ByLabel ? needed.text : needed.new_label;
  if (label.empty() && needed.what != What::Managed)
    return read_named({});
  const hooks::HookSight& sight = order_.sight;
  sought_of_unit_ = false;
  protocol::ReadSecretNames question{++sought_ticket_, {sight.unit}, label};
  if (needed.what != What::Managed || sight.leader)
    question.owners.insert(question.owners.begin(), sight.application);
  if (!ask_entity(rules::application(sight.application), std::move(question)))
    read_named({});
}

void HookRun::secret_names_seen(const protocol::SecretNamesSeen& seen) {
  if (over_ || seen.ticket != sought_ticket_)
    return;
  const bool may_be_units_own_label =
    seen.secrets.empty() && !sought_of_unit_ && sought_.what != hooks::NeedSecret::What::Managed;
  const auto unit = may_be_units_own_label ? model().find_unit(order_.sight.unit) : std::nullopt;
  if (!unit)
    return read_named(seen.secrets);
  sought_of_unit_ = true;
  const bool by_label = sought_.what == hooks::NeedSecret::What::ByLabel;
  if (!ask_entity(*unit, protocol::ReadSecretNames{
                           ++sought_ticket_, {}, by_label ? sought_.text : sought_.new_label}))
    read_named({});
}

void HookRun::read_named(const std::vector<protocol::SecretName>& named) {
  const std::string fault = model().read_secret(order_.sight, sought_, named, state_.secrets);
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
