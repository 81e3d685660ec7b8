#include "test/support/linked_model.hpp"

#include "actors/agents/messages.hpp"
#include "test/support/agent_link.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>

#include <utility>

namespace orrery::test {

void LinkedModel::HostCount::add(std::int64_t parts) {
  count_ += parts;
  model_.add(parts);
}

void LinkedModel::HostCount::remove(std::int64_t parts) {
  count_ -= parts;
  EXPECT_GE(count_, 0) << "the host gives back what the model has counted";
  model_.remove(parts);
}

void LinkedModel::end() {
  has_ended_ = true;
  last_links_.clear();
  for (const auto& [agent, link] : std::exchange(links_, {}))
    caf::anon_send_exit(link, caf::exit_reason::user_shutdown);
}

const caf::actor& LinkedModel::link_of(caf::event_based_actor& agent) {
  const auto [found, is_new] = links_.try_emplace(agent.id());
  if (is_new)
    found->second = services_.system.spawn<AgentLink>(
      AgentLinkOptions{services_, host_, last_links_, is_cut_at_times_, seed_ + links_.size()},
      caf::actor_cast<caf::actor>(&agent));
  return found->second;
}

void LinkedModel::run(caf::event_based_actor& agent,
                      std::uint64_t ticket,
                      const protocol::Command& command) {
  if (has_ended_)
    return;
  agent.send(link_of(agent), AskedByLink{[this, ticket, command](caf::event_based_actor& link) {
               inner_.run(link, ticket, command);
             }});
}

void LinkedModel::flush(caf::event_based_actor& agent, std::uint64_t ticket) {
  if (has_ended_)
    return;
  agent.send(link_of(agent), AskedByLink{[this, ticket](caf::event_based_actor& link) {
               inner_.flush(link, ticket);
             }});
}

bool LinkedModel::ask(caf::event_based_actor& agent,
                      const rules::Who& whom,
                      agents::Question question) {
  const caf::actor entity = services_.directory.find(whom);
  if (!entity || has_ended_)
    return false;
  const caf::actor& link = link_of(agent);
  const auto name = [](const auto& asked) -> std::string {
    if constexpr (requires { asked.look; })
      return asked.acting_for;
    return {};
  };
  if (const std::string unit = std::visit(name, question); !unit.empty())
    last_links_.insert_or_assign(unit, link);
  agent.send(link, AskedOfEntity{whom, entity, std::move(question)});
  return true;
}

void LinkedModel::tell(const std::string& unit, caf::message what) {
  const auto link = last_links_.find(unit);
  if (link == last_links_.end())
    host_.tell(unit, std::move(what));
  else
    caf::anon_send(link->second, ToldByLink{unit, std::move(what)});
}

} // namespace orrery::test
