#pragma once

#include "actors/agents/model.hpp"
#include "actors/entities/services.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/actor.hpp>
#include <caf/message.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>

namespace orrery::test {

/// The agent asks the model for something that no single entity answers.
struct AskedByLink {
  std::function<void(caf::event_based_actor& link)> what;
};
/// The agent asks an entity, which is known here from then on: one that is gone says so.
struct AskedOfEntity {
  rules::Who whom;
  caf::actor entity;
  agents::Question question;
};
/// The unit is told something in nobody's name; empty: the agent is.
struct ToldByLink {
  std::string unit;
  caf::message what;
};
/// The next of what waits is passed on.
struct PassOnByLink {};
/// The link that was cut is there again, after so many further rounds.
struct LinkComesBack {
  std::uint64_t rounds = 0;
};

struct AgentLinkOptions {
  entities::Services& services;
  entities::Post& host;
  /// The links of those who looked last in a unit's name.
  const std::map<std::string, caf::actor>& last_links;
  bool is_cut_at_times = false;
  std::uint64_t seed = 1;
};

/// One agent's link: entities answer it, and it passes on to the agent what they say, in the order
/// in which that has come.
///
/// A cut loses what waits in it in both directions, and what comes until it is over. Then the link
/// registers every look anew, as the answer to which the present state is told, asks again whatever
/// was not asked or not answered, and carries on with commands: the model knows them by their
/// number, so that none is carried out twice, and tells an outcome until it has come.
///
/// News in a unit's name goes to whoever acts for the unit. Only the link of who looked last passes
/// it on: whoever has looked since has seen something newer.
class AgentLink final : public runtime::CountedActor {
public:
  /// @param options what they refer to outlives it.
  AgentLink(caf::actor_config& config, const AgentLinkOptions& options, caf::actor agent);

private:
  using Upwards = std::variant<AskedByLink, AskedOfEntity>;
  using Look = std::pair<rules::Who, std::string>; ///< Of whom, and in whose name.

  caf::behavior make_behavior() override;
  void on_exit() override;
  void asked(const AskedByLink& asked);
  void asked_of_entity(const AskedOfEntity& asked);
  void ask(const AskedOfEntity& asked);
  void told(const ToldByLink& told) { arrived(told); }
  void arrived(ToldByLink item);
  void pass_on(const PassOnByLink&);
  void give(const ToldByLink& item);
  void tell(const std::string& unit, const caf::message& what);
  void forget_if_gone(const caf::message& what);
  void cut();
  void lose(ToldByLink item);
  void comes_back(const LinkComesBack& back);
  void look_anew();
  [[nodiscard]] bool is_given_up(const Look& look) const;
  [[nodiscard]] std::deque<AskedOfEntity>::iterator find_question(const caf::message& answer);

  entities::Services& services_;
  entities::Post& host_;
  const std::map<std::string, caf::actor>& last_links_;
  bool is_cut_at_times_;
  caf::actor agent_; ///< Null once it has ended.
  std::minstd_rand random_;
  std::string unit_; ///< In whose name it looks; empty: in its own.
  std::deque<ToldByLink> waiting_;
  std::map<Look, AskedOfEntity> looks_; ///< That stand.
  std::deque<AskedOfEntity> awaited_;   ///< Asked, and not answered yet.
  std::uint64_t until_cut_;             ///< So many are passed on before.
  // While it is cut, and until it is there again.
  bool is_cut_ = false;
  std::deque<Upwards> lost_;        ///< In the order in which they are asked once more.
  std::deque<ToldByLink> outcomes_; ///< Of commands; the model tells them once more.
  std::optional<ToldByLink> news_;  ///< The last that was lost.
};

} // namespace orrery::test

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::AskedByLink)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::AskedOfEntity)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::ToldByLink)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::PassOnByLink)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::LinkComesBack)
