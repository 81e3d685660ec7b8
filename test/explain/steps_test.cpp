#include "cmd/views/explain/explain.hpp"
#include "test/explain/random_model.hpp"
#include "test/support/deterministic.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Step;
using explain::Subject;
using store::EntityKind;

/// The command by which a user or an agent takes the step; nothing where it comes by itself.
std::optional<protocol::Command> command_of(const Step& step) {
  const std::string& name = step.subject.name;
  const bool is_unit = step.subject.kind == EntityKind::Unit;
  const auto id = [&] { return store::parse_id(name).value(); };
  switch (step.action) {
  case Step::Action::Command:
    return removal_of(step.subject);
  case Step::Action::SetDying:
    return protocol::SetUnitDying{name, "its turn"};
  case Step::Action::Leave:
    return protocol::LeaveScope{name, step.relation};
  case Step::Action::SetDead:
    return is_unit ? protocol::Command(protocol::SetUnitDead{name})
                   : protocol::SetMachineDead{id()};
  case Step::Action::Delete:
    return is_unit ? protocol::Command(protocol::DeleteUnit{name}) : protocol::DeleteMachine{id()};
  case Step::Action::Continue:
  case Step::Action::Release:
  case Step::Action::Vanish:
    break;
  }
  return std::nullopt;
}

/// Takes every step, as commands without any agent: each must change something, or have happened.
void take(DeterministicSystem& system, const Explanation& explanation) {
  for (const Step& step : explanation.steps) {
    SCOPED_TRACE(step.text);
    const auto command = command_of(step);
    if (command) {
      const protocol::Answer answer = system.run(*command);
      EXPECT_EQ(answer.verdict, protocol::Verdict::Done) << answer.text;
    }
    if (step.action == Step::Action::Vanish || step.action == Step::Action::Delete) {
      EXPECT_FALSE(exists(system.contents(), step.subject));
    }
  }
}

/// Makes a model and stops somewhere in the midst of what happens to it.
void live(DeterministicSystem& system, RandomModel& random) {
  for (const protocol::Command& command : random.beginning())
    EXPECT_TRUE(system.run(command).ok());
  for (int i = random.below(40); i > 0; --i)
    (void)system.run(random.any_of_an_agent_or_user(system.contents())); // may be refused
}

/// No step may be missing, superfluous or too early, whatever has already happened.
TEST(ExplainSteps, taken_one_by_one_in_their_order_they_remove_the_entity) {
  int removed = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomModel random(seed);
    DeterministicSystem system(World{}.machine(0).managing(), seed);
    live(system, random);
    const store::Contents contents = system.contents();
    const Subject subject = random.any_subject(contents);
    SCOPED_TRACE(fmt::format("{} {}", static_cast<int>(subject.kind), subject.name));
    const render::Index index(contents);
    const auto explanation = explain::explain(index, subject, {1000, 1000});
    ASSERT_TRUE(explanation) << explanation.error();
    take(system, *explanation);
    EXPECT_EQ(explanation->refusal.empty(), !explanation->steps.empty());
    EXPECT_EQ(exists(system.contents(), subject), !explanation->refusal.empty());
    removed += explanation->refusal.empty() ? 1 : 0;
    if (HasFailure())
      return;
  }
  EXPECT_GT(removed, 100);
}

} // namespace
} // namespace orrery::test
