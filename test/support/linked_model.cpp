#include "test/support/linked_model.hpp"

#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/exit_reason.hpp>
#include <caf/send.hpp>

#include <deque>
#include <functional>
#include <random>
#include <utility>

namespace orrery::test {

/// The agent asks the model for something that no single entity answers.
struct AskedByLink {
  std::function<void(caf::event_based_actor& link)> what;
};
/// The agent asks an entity.
struct AskedOfEntity {
  caf::actor entity;
  agents::Question question;
};
/// The unit is told something in nobody's name.
struct ToldByLink {
  std::string unit;
  caf::message what;
};
/// The next of what waits is passed on.
struct PassOnByLink {};

} // namespace orrery::test

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::AskedByLink)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::AskedOfEntity)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::ToldByLink)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::PassOnByLink)

namespace orrery::test {

namespace {

bool is_observation(const caf::message& what) {
  return what.match_elements<protocol::UnitSeen>() || what.match_elements<protocol::MachineSeen>()
         || what.match_elements<protocol::ApplicationSeen>()
         || what.match_elements<protocol::RelationSeen>()
         || what.match_elements<protocol::ScopeStirred>();
}

/// One agent's link: entities answer it, and it passes on to the agent what they say.
class AgentLink final : public runtime::CountedActor {
public:
  AgentLink(caf::actor_config& config,
            runtime::Activity& activity,
            entities::Post& host,
            caf::actor agent,
            std::uint64_t seed)
    : CountedActor(config, activity), host_(host), agent_(std::move(agent)), random_(seed) {
    set_default_handler(
      [this](caf::scheduled_actor*, caf::message_view& view) -> caf::result<caf::message> {
        handle_down([&] { put({{}, view.move_content_to_message()}); });
        return caf::message{};
      });
    set_down_handler(
      [this](caf::scheduled_actor*, caf::down_msg&) { handle_down([this] { agent_ = {}; }); });
    monitor(agent_);
  }

private:
  caf::behavior make_behavior() override {
    return {on(&AgentLink::asked), on(&AgentLink::asked_of_entity), on(&AgentLink::told),
            on(&AgentLink::pass_on)};
  }

  void on_exit() override {
    agent_ = {};
    waiting_.clear();
    CountedActor::on_exit();
  }

  void asked(const AskedByLink& asked) { asked.what(*this); }

  void asked_of_entity(const AskedOfEntity& asked) {
    if (const auto* look = std::get_if<protocol::Observe>(&asked.question))
      unit_ = look->acting_for;
    std::visit([&](const auto& question) { send(asked.entity, question); }, asked.question);
  }

  void told(const ToldByLink& told) { put({told.unit, told.what}); }

  void put(ToldByLink item) {
    waiting_.push_back(std::move(item));
    send(this, PassOnByLink{});
  }

  void pass_on(const PassOnByLink&) {
    if (waiting_.empty())
      return;
    const ToldByLink item = std::move(waiting_.front());
    waiting_.pop_front();
    give(item);
    if (is_observation(item.what) && random_() % 8 == 0)
      give(item);
  }

  /// News for an agent that rests meanwhile is news for its unit.
  void give(const ToldByLink& item) {
    if (!item.unit.empty())
      host_.tell(item.unit, item.what);
    else if (agent_)
      send(agent_, item.what);
    else if (!unit_.empty() && is_observation(item.what))
      host_.tell(unit_, item.what);
  }

  entities::Post& host_;
  caf::actor agent_; ///< Null once it has ended.
  std::minstd_rand random_;
  std::string unit_; ///< In whose name it looks; empty: in its own.
  std::deque<ToldByLink> waiting_;
};

} // namespace

void LinkedModel::end() {
  has_ended_ = true;
  last_links_.clear();
  for (const auto& [agent, link] : std::exchange(links_, {}))
    caf::anon_send_exit(link, caf::exit_reason::user_shutdown);
}

const caf::actor& LinkedModel::link_of(caf::event_based_actor& agent) {
  const auto [found, is_new] = links_.try_emplace(agent.id());
  if (is_new)
    found->second =
      services_.system.spawn<AgentLink>(std::ref(services_.activity), std::ref(host_),
                                        caf::actor_cast<caf::actor>(&agent), seed_ + links_.size());
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
  agent.send(link, AskedOfEntity{entity, std::move(question)});
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
