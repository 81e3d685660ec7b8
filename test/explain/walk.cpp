#include "test/explain/walk.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using explain::Explanation;
using explain::Subject;

Explanation explained(const store::Contents& contents, const Subject& subject) {
  const render::Index index(contents);
  auto explanation = explain::explain(index, subject, {1000, 1000, true, true});
  EXPECT_TRUE(explanation) << explanation.error();
  return std::move(*explanation);
}

Subject Walk::begin() {
  for (const protocol::Command& command : random.beginning())
    EXPECT_TRUE(world.run(command).ok());
  if (random.below(4) > 0)
    world.settle();
  let_some_fail();
  for (int i = random.below(3); i > 0; --i) {
    world.start(removal_of(random.any_subject(world.contents())));
    world.step(random.below(200));
  }
  const Subject subject = random.any_subject(world.contents());
  if (const Explanation asked = explained(world.contents(), subject); asked.refusal.empty())
    for (const explain::Step& step : asked.steps)
      if (step.action == explain::Step::Action::Command)
        world.start(removal_of(step.subject));
  world.step(random.below(300));
  return subject;
}

void Walk::let_some_fail() {
  const std::vector<std::string> hooks{"stop",
                                       "remove",
                                       "config-changed",
                                       "db-relation-departed",
                                       "db-relation-broken",
                                       "server-relation-departed",
                                       "logs-relation-broken",
                                       "ring-relation-departed"};
  for (const auto& [unit, record] : world.contents().units)
    for (const std::string& hook : hooks)
      if (random.below(6) == 0)
        world.hooks().fail(unit, hook);
}

} // namespace orrery::test
