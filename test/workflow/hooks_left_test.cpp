// Which hooks a unit that goes by force has not run.
#include "actors/workflow/hooks_left.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using store::Life;

Names labels(const std::vector<Hook>& hooks) {
  Names names;
  for (const Hook& hook : hooks)
    names.push_back(label(hook));
  return names;
}

Names left(const PlayedUnit& unit, const HookNames& names = {"*"}) {
  return labels(hooks_left(unit.local, names));
}

/// Up, with two databases, a cache and a peer.
PlayedUnit busy_unit() {
  PlayedUnit unit;
  unit.relate_peer(0, "ring").member(0, "web/1");
  unit.relate(1, "db", "mysql").member(1, "mysql/0").member(1, "mysql/1");
  unit.relate(2, "cache", "redis").member(2, "redis/0");
  unit.settle();
  (void)unit.take();
  return unit;
}

/// Hooks of the orderly way from here on; several tries of a hook count as one.
Names played_to_the_end(PlayedUnit unit) {
  unit.failing.clear();
  unit.remote.life = Life::Dying;
  unit.settle();
  return unit.take();
}

TEST(HooksLeft, F1_they_are_those_of_the_orderly_way_in_its_order_wherever_force_comes) {
  PlayedUnit unit = busy_unit();
  const Names all{"db-relation-departed mysql/0",
                  "db-relation-departed mysql/1",
                  "db-relation-broken",
                  "cache-relation-departed redis/0",
                  "cache-relation-broken",
                  "ring-relation-departed web/1",
                  "ring-relation-broken",
                  "stop",
                  "remove"};
  EXPECT_EQ(left(unit), all);
  unit.remote.life = Life::Dying;
  for (std::size_t done = 0; done < all.size(); ++done) {
    unit.settle_before(all[done]);
    (void)unit.take();
    EXPECT_EQ(left(unit), Names(all.begin() + static_cast<std::ptrdiff_t>(done), all.end()));
    EXPECT_EQ(played_to_the_end(unit), left(unit));
    unit.step();
  }
  unit.settle();
  EXPECT_EQ(left(unit), Names{});
}

TEST(HooksLeft, F1_one_that_has_failed_or_was_running_is_among_them) {
  PlayedUnit unit = busy_unit();
  unit.policy.attempts = 1;
  unit.failing = {"stop"};
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(left(unit), (Names{"stop", "remove"}));
  PlayedUnit running = busy_unit();
  running.remote.life = Life::Dying;
  running.settle_before("stop");
  running.begin_hook();
  EXPECT_EQ(left(running), (Names{"stop", "remove"}));
  running.apply(finish(running.local));
  EXPECT_EQ(left(running), Names{"remove"}) << "done, and not yet noted as such";
}

TEST(HooksLeft, U11_a_unit_that_was_never_installed_has_none_and_one_that_never_started_no_stop) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  EXPECT_EQ(left(unit), Names{});
  unit.settle_before("install");
  EXPECT_EQ(left(unit), Names{});
  unit.settle_before("start");
  EXPECT_EQ(left(unit), (Names{"db-relation-broken", "remove"}));
}

TEST(HooksLeft, B7_the_implicit_side_of_juju_info_has_none) {
  PlayedUnit unit;
  unit.relate(1, "juju-info", "logger");
  unit.remote.relations.at(1).hookless = true;
  unit.settle();
  EXPECT_EQ(left(unit), (Names{"stop", "remove"}));
  EXPECT_EQ(labels(hooks_left_in(unit.local, 1, {"*"})), Names{});
}

TEST(HooksLeft, only_what_the_charm_has_and_only_one_relation_if_that_is_asked_for) {
  const PlayedUnit unit = busy_unit();
  EXPECT_EQ(left(unit, {"db-relation-broken", "stop", "start"}),
            (Names{"db-relation-broken", "stop"}));
  EXPECT_EQ(labels(hooks_left_in(unit.local, 2, {"*"})),
            (Names{"cache-relation-departed redis/0", "cache-relation-broken"}));
  EXPECT_EQ(labels(hooks_left_in(unit.local, 7, {"*"})), Names{}) << "unknown";
}

TEST(HooksLeft, the_words_name_twenty_and_count_the_rest) {
  Hook departed;
  departed.kind = HookKind::RelationDeparted;
  departed.endpoint = "db";
  departed.remote_unit = "mysql/0";
  Hook stop;
  stop.kind = HookKind::Stop;
  EXPECT_EQ(say_skipped({stop}, "resolved --no-retry"),
            "1 hook skipped by resolved --no-retry: stop");
  EXPECT_EQ(say_skipped({departed, stop}, "--force"),
            "2 hooks skipped by --force: db-relation-departed mysql/0, stop");
  const std::string twenty = say_skipped(std::vector<Hook>(20, stop), "--force");
  EXPECT_EQ(twenty.find("more"), std::string::npos) << twenty;
  const std::string many = say_skipped(std::vector<Hook>(1'000, stop), "--force");
  EXPECT_NE(many.find("1000 hooks skipped"), std::string::npos) << many;
  EXPECT_NE(many.find("stop, stop and 980 more"), std::string::npos) << many;
}

} // namespace
} // namespace orrery::agents
