#include "test/support/agent_link.hpp"

#include "actors/agents/messages.hpp"
#include "actors/rules/unit.hpp"

#include <algorithm>
#include <type_traits>

namespace orrery::test {

namespace {

constexpr std::uint64_t most_before_cut = 32;
constexpr std::uint64_t most_rounds = 3;

/// Told of an entity as it is, or as a hint to look: whoever looks anew needs none of them.
bool is_observation(const caf::message& what) {
  return what.match_elements<protocol::UnitSeen>() || what.match_elements<protocol::MachineSeen>()
         || what.match_elements<protocol::ApplicationSeen>()
         || what.match_elements<protocol::RelationSeen>()
         || what.match_elements<protocol::ModelSeen>()
         || what.match_elements<protocol::ScopeStirred>();
}

/// Names the entity that is told to be gone.
std::optional<rules::Who> gone_entity(const caf::message& what) {
  if (what.match_elements<protocol::UnitSeen>() && what.get_as<protocol::UnitSeen>(0).gone)
    return rules::who(what.get_as<protocol::UnitSeen>(0).unit);
  if (what.match_elements<protocol::MachineSeen>() && what.get_as<protocol::MachineSeen>(0).gone)
    return rules::machine(what.get_as<protocol::MachineSeen>(0).machine.id);
  if (what.match_elements<protocol::ApplicationSeen>()
      && what.get_as<protocol::ApplicationSeen>(0).gone)
    return rules::application(what.get_as<protocol::ApplicationSeen>(0).application.name);
  if (what.match_elements<protocol::RelationSeen>() && what.get_as<protocol::RelationSeen>(0).gone)
    return rules::relation(what.get_as<protocol::RelationSeen>(0).relation);
  return std::nullopt;
}

/// In whose name a question is asked; empty: in the agent's own.
std::string name_in(const agents::Question& question) {
  return std::visit(
    [](const auto& asked) -> std::string {
      if constexpr (requires { asked.acting_for; })
        return asked.acting_for;
      else
        return {};
    },
    question);
}

bool is_look(const agents::Question& question) {
  return std::holds_alternative<protocol::Observe>(question)
         || std::holds_alternative<protocol::ObserveRelation>(question);
}

bool has_answer(const agents::Question& question) {
  return !is_look(question) && !std::holds_alternative<protocol::Unobserve>(question)
         && !std::holds_alternative<protocol::PassOver>(question);
}

/// Says whether a message, if it is such an answer, is that to a question.
template <class Answer, class Fits>
bool is_answer(const caf::message& what, Fits fits) {
  return what.match_elements<Answer>() && fits(what.get_as<Answer>(0));
}

bool is_answer_to(const AskedOfEntity& asked, const caf::message& what) {
  return std::visit(
    [&](const auto& question) {
      using Asked = std::decay_t<decltype(question)>;
      if constexpr (std::is_same_v<Asked, protocol::ReadMembers>)
        return is_answer<protocol::MembersSeen>(
          what, [&](const auto& seen) { return seen.relation == asked.whom.id; });
      else if constexpr (std::is_same_v<Asked, protocol::ReadScopes>)
        return is_answer<protocol::ScopesSeen>(
          what, [&](const auto& seen) { return seen.relation == asked.whom.id; });
      else if constexpr (std::is_same_v<Asked, protocol::ReadBag>)
        return is_answer<protocol::BagSeen>(what, [&](const auto& seen) {
          return seen.relation == asked.whom.id && seen.owner == question.owner;
        });
      else if constexpr (std::is_same_v<Asked, protocol::ReadConfig>)
        return is_answer<protocol::ConfigSeen>(
          what, [&](const auto& seen) { return seen.ticket == question.ticket; });
      else if constexpr (std::is_same_v<Asked, protocol::ReadTask>)
        return is_answer<protocol::TaskSeen>(
          what, [&](const auto& seen) { return seen.task == question.task; });
      else if constexpr (std::is_same_v<Asked, protocol::ReadSecretNames>)
        return is_answer<protocol::SecretNamesSeen>(
          what, [&](const auto& seen) { return seen.ticket == question.ticket; });
      else if constexpr (std::is_same_v<Asked, protocol::ReadSecrets>)
        return is_answer<protocol::SecretsStirred>(
          what, [&](const auto& seen) { return seen.application == asked.whom.name; });
      else
        return false;
    },
    asked.question);
}

} // namespace

AgentLink::AgentLink(caf::actor_config& config, const AgentLinkOptions& options, caf::actor agent)
  : CountedActor(config, options.services.activity), services_(options.services),
    host_(options.host), last_links_(options.last_links), is_cut_at_times_(options.is_cut_at_times),
    agent_(std::move(agent)), random_(static_cast<std::minstd_rand::result_type>(options.seed)),
    until_cut_(is_cut_at_times_ ? random_() % most_before_cut : 0) {
  set_default_handler(
    [this](caf::scheduled_actor*, caf::message_view& view) -> caf::result<caf::message> {
      handle_down([&] { arrived({{}, view.move_content_to_message()}); });
      return caf::message{};
    });
  set_down_handler(
    [this](caf::scheduled_actor*, caf::down_msg&) { handle_down([this] { agent_ = {}; }); });
  monitor(agent_);
}

caf::behavior AgentLink::make_behavior() {
  return {on(&AgentLink::asked), on(&AgentLink::asked_of_entity), on(&AgentLink::told),
          on(&AgentLink::pass_on), on(&AgentLink::comes_back)};
}

void AgentLink::on_exit() {
  agent_ = {};
  waiting_.clear();
  looks_.clear();
  awaited_.clear();
  lost_.clear();
  outcomes_.clear();
  news_.reset();
  CountedActor::on_exit();
}

void AgentLink::asked(const AskedByLink& asked) {
  if (is_cut_)
    lost_.emplace_back(asked);
  else
    asked.what(*this);
}

void AgentLink::asked_of_entity(const AskedOfEntity& asked) {
  if (is_look(asked.question))
    unit_ = name_in(asked.question);
  if (is_cut_)
    lost_.emplace_back(asked);
  else
    ask(asked);
}

void AgentLink::ask(const AskedOfEntity& asked) {
  const Look look{asked.whom, name_in(asked.question)};
  if (is_look(asked.question))
    looks_.insert_or_assign(look, asked);
  else if (std::holds_alternative<protocol::Unobserve>(asked.question))
    looks_.erase(look);
  else if (has_answer(asked.question))
    awaited_.push_back(asked);
  std::visit([&](const auto& question) { send(asked.entity, question); }, asked.question);
}

void AgentLink::arrived(ToldByLink item) {
  if (is_cut_)
    return lose(std::move(item));
  waiting_.push_back(std::move(item));
  send(this, PassOnByLink{});
}

void AgentLink::pass_on(const PassOnByLink&) {
  if (waiting_.empty())
    return; // it was lost
  if (is_cut_at_times_ && agent_ && until_cut_-- == 0)
    return cut();
  const ToldByLink item = std::move(waiting_.front());
  waiting_.pop_front();
  give(item);
  if (is_observation(item.what) && random_() % 8 == 0)
    give(item);
}

void AgentLink::give(const ToldByLink& item) {
  forget_if_gone(item.what);
  if (is_observation(item.what)) {
    if (const std::string& unit = item.unit.empty() ? unit_ : item.unit; !unit.empty())
      return tell(unit, item.what);
  } else if (const auto question = find_question(item.what); question != awaited_.end()) {
    awaited_.erase(question);
  }
  if (agent_)
    send(agent_, item.what);
}

/// An agent that rests meanwhile is begun for it.
void AgentLink::tell(const std::string& unit, const caf::message& what) {
  if (const auto last = last_links_.find(unit);
      last != last_links_.end() && last->second.id() == id())
    host_.tell(unit, what);
}

/// Another may have the name of an application that is gone.
void AgentLink::forget_if_gone(const caf::message& what) {
  if (const std::optional<rules::Who> whom = gone_entity(what))
    std::erase_if(looks_, [&](const auto& look) {
      return look.first.first == *whom && services_.directory.find(*whom) != look.second.entity;
    });
}

std::deque<AskedOfEntity>::iterator AgentLink::find_question(const caf::message& answer) {
  return std::find_if(awaited_.begin(), awaited_.end(),
                      [&](const AskedOfEntity& asked) { return is_answer_to(asked, answer); });
}

void AgentLink::cut() {
  is_cut_ = true;
  for (ToldByLink& item : std::exchange(waiting_, {}))
    lose(std::move(item));
  send(this, LinkComesBack{random_() % most_rounds});
}

/// Nobody knows who has got an answer, or a question; so the question is asked again.
void AgentLink::lose(ToldByLink item) {
  if (item.what.match_elements<protocol::Answer>()) {
    outcomes_.push_back(std::move(item));
  } else if (is_observation(item.what)) {
    news_ = std::move(item);
  } else if (const auto question = find_question(item.what); question != awaited_.end()) {
    lost_.emplace_back(std::move(*question));
    awaited_.erase(question);
  }
}

/// News for a unit whose agent has gone to rest meanwhile is that there is news: whoever begins for
/// it looks.
void AgentLink::comes_back(const LinkComesBack& back) {
  if (back.rounds > 0)
    return send(this, LinkComesBack{back.rounds - 1}); // behind what has come since
  is_cut_ = false;
  for (ToldByLink& outcome : std::exchange(outcomes_, {}))
    arrived(std::move(outcome));
  const std::optional<ToldByLink> news = std::exchange(news_, std::nullopt);
  if (agent_)
    look_anew();
  else if (news && !unit_.empty())
    tell(unit_, news->what);
  for (const Upwards& again : std::exchange(lost_, {}))
    if (const auto* question = std::get_if<AskedOfEntity>(&again))
      ask(*question);
    else
      std::get<AskedByLink>(again).what(*this);
  // Further apart than what a cut brings about itself: looks that are answered, members read then.
  until_cut_ = 4 * (looks_.size() + 1) + random_() % most_before_cut;
}

void AgentLink::look_anew() {
  for (const auto& [look, asked] : looks_)
    if (!is_given_up(look))
      std::visit([&](const auto& question) { send(asked.entity, question); }, asked.question);
}

/// Whether the agent has said meanwhile that it looks no more, which has not come to the model.
bool AgentLink::is_given_up(const Look& look) const {
  return std::any_of(lost_.begin(), lost_.end(), [&](const Upwards& again) {
    const auto* asked = std::get_if<AskedOfEntity>(&again);
    return asked != nullptr && std::holds_alternative<protocol::Unobserve>(asked->question)
           && Look{asked->whom, name_in(asked->question)} == look;
  });
}

} // namespace orrery::test
