// A secret that more units read than one transaction tells: all are told, whatever comes between.
#include "test/agents/timed_world.hpp"

#include <string>

namespace orrery::test {

namespace {

constexpr std::uint32_t crowd = 130; ///< Units, more than rules::most_hooks_at_once.
const std::string crowds_secret = "00000000000000000001";

void set_content(TimedWorld& world, const std::string& text, bool is_new) {
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  protocol::SecretChange& wanted = flush.secrets[crowds_secret];
  wanted.value = {"sealed " + text, "mark of " + text};
  if (is_new)
    wanted.added_for = "web";
  const protocol::Answer answer = world.run(std::move(flush));
  ASSERT_TRUE(answer.ok()) << answer.text;
}

std::string unit_of_crowd(std::uint32_t number) {
  return "web/" + std::to_string(number);
}

/// All units of web have read the first revision of a secret of web.
void read_in_a_crowd(TimedWorld& world) {
  world.deploy(web_charm(), "web", crowd);
  world.settle();
  set_content(world, "a", true);
  for (std::uint32_t number = 0; number < crowd; ++number) {
    const protocol::Answer answer =
      world.run(protocol::TrackSecret{unit_of_crowd(number), crowds_secret, "web", 1, {}});
    ASSERT_TRUE(answer.ok()) << answer.text;
  }
}

} // namespace

TEST(SecretCrowd, SE41_all_who_read_it_are_told_once_and_nobody_waits_afterwards) {
  TimedWorld world;
  read_in_a_crowd(world);
  set_content(world, "b", false);
  world.settle();
  EXPECT_EQ(world.activity(), 0);
  EXPECT_EQ(world.contents().secrets.at(crowds_secret).told_to, "");
  for (std::uint32_t number = 0; number < crowd; ++number)
    EXPECT_EQ(world.hooks().count(unit_of_crowd(number), "secret-changed"), 1U) << number;
}

TEST(SecretCrowd, SE41_a_crash_while_they_are_told_leaves_nobody_out) {
  TimedWorld world;
  read_in_a_crowd(world);
  set_content(world, "b", false);
  world.crash();
  world.settle();
  for (std::uint32_t number = 0; number < crowd; ++number)
    EXPECT_GE(world.hooks().count(unit_of_crowd(number), "secret-changed"), 1U) << number;
}

} // namespace orrery::test
