#include "actors/rules/hosted_models.hpp"

#include "actors/rules/users.hpp"
#include "config/model_name.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::rules {

namespace {

using store::HostedModel;
using store::HostedState;

Decision made_of(HostedModel record) {
  Decision decision;
  decision.created = record.uuid;
  decision.writes.push_back(put(std::move(record)));
  return decision;
}

bool is_taken(const ModelState& first, const HostedModel& wanted) {
  return (wanted.owner == first_owner && wanted.name == first.record.name)
         || first.hosted_names.contains({wanted.owner, wanted.name});
}

/// Whether there is such a user; a removed one is none (UR12).
bool is_user(const ModelState& first, const std::string& name) {
  const auto found = first.users.find(name);
  return name == first_owner || (found != first.users.end() && !found->second.removed);
}

Decision make_model(const ModelState& first, const HostedModel& wanted, const Context& context) {
  if (!config::is_model_name(wanted.name))
    return refuse(protocol::Code::InvalidName,
                  fmt::format("\"{}\" is not a valid name: model names may only contain lowercase "
                              "letters, digits and hyphens",
                              wanted.name));
  if (wanted.name.size() > config::model_name_max)
    return refuse(protocol::Code::InvalidName,
                  fmt::format("the model's name has more than {} bytes: choose a shorter one",
                              config::model_name_max));
  if (wanted.owner.empty())
    return refuse(protocol::Code::InvalidName, "a model needs an owner: name a user");
  if (!is_user(first, wanted.owner)) // MD33
    return refuse(protocol::Code::NotFound, fmt::format("user \"{}\" not found", wanted.owner));
  if (is_taken(first, wanted) || first.hosted.contains(wanted.uuid))
    return refuse(protocol::Code::AlreadyExists,
                  fmt::format("model \"{}\" for {} already exists", wanted.name, wanted.owner));
  HostedModel record;
  record.uuid = wanted.uuid;
  record.name = wanted.name;
  record.owner = wanted.owner;
  record.created = record.since = context.now;
  return made_of(std::move(record));
}

/// With the model its owner gets the right on it (MD34): one who was removed meanwhile gets none.
Decision begin_model(const ModelState& first, HostedModel record, const Context& context) {
  if (record.state != HostedState::Making)
    return nothing();
  record.state = HostedState::Alive;
  record.since = context.now;
  const store::Grant grant{record.owner, record.uuid, store::Access::Admin};
  Decision decision = made_of(std::move(record));
  if (grant.user != first_owner && is_user(first, grant.user))
    decision.writes.push_back(put(grant));
  return decision;
}

/// A model that dies already gets only what is asked for newly: force, or another timeout (MD6).
Decision end_hosted(HostedModel record, const HostedModel& how, const Context& context) {
  if (record.state == HostedState::Making)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("model \"{}\" is being made: wait until it is there", record.name));
  const bool has_timeout = how.force && how.has_timeout;
  if (record.state == HostedState::Dying && !how.force)
    return nothing();
  record.state = HostedState::Dying;
  record.since = context.now;
  record.force = how.force;
  record.max_wait = how.max_wait;
  if (has_timeout) {
    record.has_timeout = true;
    record.timeout = how.timeout;
  }
  return made_of(std::move(record));
}

} // namespace

Decision
host_model(const ModelState& first, const protocol::HostModel& wanted, const Context& context) {
  using Asked = protocol::HostModel::Step;
  if (wanted.step == Asked::Make)
    return make_model(first, wanted.model, context);
  const auto found = first.hosted.find(wanted.model.uuid);
  if (found == first.hosted.end())
    return wanted.step == Asked::Forget
             ? nothing()
             : refuse(protocol::Code::NotFound,
                      "model not found, it may have been destroyed during this operation");
  if (wanted.step == Asked::Begin)
    return begin_model(first, found->second, context);
  if (wanted.step == Asked::End)
    return end_hosted(found->second, wanted.model, context);
  if (found->second.state == HostedState::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("model \"{}\" is alive: destroy it first", found->second.name));
  Decision decision;
  decision.writes.push_back(erase(found->second));
  erase_grants_on(decision, first, wanted.model.uuid);
  return decision;
}

Decision end_model(const ModelState& model) {
  if (model.record.life != store::Life::Alive)
    return nothing();
  store::Model after = model.record;
  after.life = store::Life::Dying;
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

std::optional<Refusal> refuses_new(const ModelState& model, const std::string& what) {
  if (model.record.life == store::Life::Alive)
    return std::nullopt;
  return Refusal{protocol::Code::NotAlive,
                 fmt::format("{}: model \"{}\" is {}", what, model.record.name,
                             store::to_string(model.record.life))};
}

} // namespace orrery::rules
