#include "actors/entities/messages.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

class Beginner final : public runtime::CountedActor {
public:
  using CountedActor::CountedActor;

private:
  caf::behavior make_behavior() override { return {on(&Beginner::told)}; }
  void told(const protocol::Observe&) {}
};

} // namespace

TEST(Activity, what_was_begun_is_under_way_until_it_has_begun) {
  DeterministicSystem system{World{}};
  system.settle();
  ASSERT_EQ(system.activity().count(), 0);
  const caf::actor begun = system.system().spawn<Beginner>(std::ref(system.activity()));
  EXPECT_EQ(system.activity().count(), 1);
  system.settle();
  EXPECT_EQ(system.activity().count(), 0);
}

} // namespace orrery::test
