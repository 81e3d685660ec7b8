#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

// A hook, or an action, that somebody runs by hand.
namespace orrery::agents {
namespace {

TEST(DebuggedHook, D4_people_see_whose_session_a_hook_waits_in) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  const std::string shown = "running install hook in a debug session of ann";
  EXPECT_TRUE(is_said(played.tell(protocol::HookGoesOn{"ann"}), shown));
  EXPECT_FALSE(is_said(played.tell(protocol::HookGoesOn{"ann"}), shown)) << "once is enough";
}

TEST(DebuggedHook, D4_what_is_run_by_hand_takes_no_place_from_others) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  EXPECT_FALSE(played.tell(protocol::HookGoesOn{}).gives_place_back);
  EXPECT_TRUE(played.tell(protocol::HookGoesOn{"ann"}).gives_place_back);
  const Output over = played.tell(PlayedMind::ended());
  EXPECT_FALSE(over.gives_place_back) << "it has none any more";
  EXPECT_TRUE(over.wants_place) << "the next hook waits for one of its own";
}

TEST(DebuggedHook, D4_people_see_whose_session_an_action_waits_in) {
  PlayedMind played;
  (void)played.begin({"*"}, "web/1"); // no leader-elected comes before it (A12)
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(protocol::SlotGranted{});
  (void)played.tell(PlayedMind::task_seen());
  (void)played.tell(protocol::Answer{});
  EXPECT_EQ(started_program(played.tell(protocol::ConfigSeen{})), "backup");
  EXPECT_TRUE(played.tell(protocol::HookGoesOn{}).said.empty()) << "that it runs is known";
  EXPECT_TRUE(is_said(played.tell(protocol::HookGoesOn{"ann"}),
                      "running action backup in a debug session of ann"));
}

} // namespace
} // namespace orrery::agents
