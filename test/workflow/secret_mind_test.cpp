// Hooks that secrets ask for, as the mind puts them out: their order, who runs them, how often.
#include "actors/workflow/reporter.hpp"
#include "actors/workflow/unit_notes_codec.hpp"
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using store::SecretHookKind;

const std::string secret_id = "00000000000000000001";

protocol::SecretHookSeen secret_hook_seen(const std::string& who,
                                          SecretHookKind kind,
                                          std::uint32_t revision = 2,
                                          store::Milliseconds due = 0) {
  return {{who, secret_id, kind, revision, "web", due}, "pw"};
}

class MindSecrets : public testing::Test {
protected:
  /// The unit has started, and its charm has these hooks only.
  void begin(HookNames names, const std::string& leader = "web/0") {
    (void)played.begin(std::move(names), leader);
    (void)played.tell(NotesOnDisk{});
    ASSERT_TRUE(played.mind.notes().started);
    ASSERT_TRUE(played.mind.may_rest());
  }
  Output ask_for(std::vector<protocol::SecretHookSeen> hooks) {
    return played.tell(SecretHooksRead{std::move(hooks)});
  }
  /// Runs the hook that waits for its place to its success.
  Output succeed() {
    (void)played.start_hook();
    return played.tell(PlayedMind::ended());
  }
  static protocol::Answer done() { return {}; }
  static protocol::Answer contended() {
    protocol::Answer answer;
    answer.verdict = protocol::Verdict::Contended;
    return answer;
  }
  static HookNames all() {
    return {"secret-changed", "secret-expired", "secret-remove", "secret-rotate"};
  }

  PlayedMind played;
};

TEST_F(MindSecrets, SE43_expired_comes_first_then_rotate_changed_and_remove) {
  begin(all());
  EXPECT_TRUE(ask_for({secret_hook_seen("web", SecretHookKind::Remove, 1),
                       secret_hook_seen("web/0", SecretHookKind::Changed),
                       secret_hook_seen("web", SecretHookKind::Rotate),
                       secret_hook_seen("web", SecretHookKind::Expired)})
                .wants_place);
  for (const char* hook : {"secret-expired", "secret-rotate", "secret-changed", "secret-remove"}) {
    EXPECT_EQ(started_program(played.start_hook()), hook);
    ASSERT_NE(asked<protocol::EndSecretHook>(played.tell(PlayedMind::ended())), nullptr) << hook;
    (void)played.tell(done());
    (void)played.tell(NotesOnDisk{});
  }
  EXPECT_TRUE(played.mind.may_rest());
}

TEST_F(MindSecrets, SE42_expired_and_remove_are_told_the_revision_and_the_others_are_not) {
  begin(all());
  const auto sight_of = [this](SecretHookKind kind) {
    (void)ask_for({secret_hook_seen("web/0", kind)});
    const Output runs = played.start_hook();
    (void)played.tell(PlayedMind::ended());
    (void)played.tell(done());
    (void)played.tell(NotesOnDisk{});
    return std::get<StartHook>(runs.then).order.sight.secret.value();
  };
  for (const SecretHookKind kind : {SecretHookKind::Expired, SecretHookKind::Remove}) {
    EXPECT_EQ(sight_of(kind).revision, 2U);
    EXPECT_EQ(sight_of(kind).id, secret_id);
    EXPECT_EQ(sight_of(kind).label, "pw");
  }
  for (const SecretHookKind kind : {SecretHookKind::Rotate, SecretHookKind::Changed})
    EXPECT_EQ(sight_of(kind).revision, 0U);
}

TEST_F(MindSecrets, SE45_who_does_not_lead_runs_its_own_and_none_of_the_applications) {
  begin(all(), "web/1");
  EXPECT_FALSE(ask_for({secret_hook_seen("web", SecretHookKind::Rotate)}).wants_place);
  EXPECT_TRUE(played.mind.may_rest());
  EXPECT_TRUE(ask_for({secret_hook_seen("web", SecretHookKind::Rotate),
                       secret_hook_seen("web/0", SecretHookKind::Changed)})
                .wants_place);
  EXPECT_EQ(started_program(played.start_hook()), "secret-changed");
}

TEST_F(MindSecrets, SE45_who_leads_no_more_drops_a_hook_that_waits) {
  begin(all());
  EXPECT_TRUE(ask_for({secret_hook_seen("web", SecretHookKind::Rotate)}).wants_place);
  const Output lost = played.show_application("web/1");
  EXPECT_TRUE(lost.gives_place_back || !played.mind.notes().operation);
  EXPECT_FALSE(played.mind.notes().operation);
}

TEST_F(MindSecrets, SE43_what_the_charm_lacks_does_not_run_and_keeps_nobody_awake) {
  begin({"secret-changed"});
  EXPECT_FALSE(ask_for({secret_hook_seen("web", SecretHookKind::Remove, 1)}).wants_place);
  EXPECT_TRUE(played.mind.may_rest());
}

TEST_F(MindSecrets, SE41_revisions_that_came_while_the_hook_waited_are_told_with_one) {
  begin(all());
  (void)ask_for({secret_hook_seen("web/0", SecretHookKind::Changed, 2)});
  (void)ask_for({secret_hook_seen("web/0", SecretHookKind::Changed, 5)});
  const Output ended = succeed();
  const auto* told = asked<protocol::EndSecretHook>(ended);
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->hook.revision, 5U);
  EXPECT_FALSE(played.tell(done()).wants_place);
}

TEST_F(MindSecrets, SE41_a_revision_that_comes_while_the_hook_runs_is_told_with_another) {
  begin(all());
  (void)ask_for({secret_hook_seen("web/0", SecretHookKind::Changed, 2)});
  (void)played.start_hook();
  (void)ask_for({secret_hook_seen("web/0", SecretHookKind::Changed, 3)});
  const Output ended = played.tell(PlayedMind::ended());
  EXPECT_EQ(asked<protocol::EndSecretHook>(ended), nullptr) << "the later one is still to run";
  EXPECT_TRUE(ended.wants_place);
  EXPECT_EQ(started_program(played.start_hook()), "secret-changed");
}

TEST_F(MindSecrets, SE52_the_model_is_told_again_where_others_were_in_the_way) {
  begin(all());
  (void)ask_for({secret_hook_seen("web", SecretHookKind::Rotate)});
  ASSERT_NE(asked<protocol::EndSecretHook>(succeed()), nullptr);
  EXPECT_NE(asked<protocol::EndSecretHook>(played.tell(contended())), nullptr);
  EXPECT_EQ(asked<protocol::EndSecretHook>(played.tell(done())), nullptr);
  EXPECT_FALSE(played.mind.notes().operation);
}

TEST_F(MindSecrets, SE49_a_rotation_that_is_done_by_then_is_not_run_again_after_a_crash) {
  begin(all());
  (void)ask_for({secret_hook_seen("web", SecretHookKind::Rotate)});
  (void)played.start_hook();
  PlayedMind next;
  (void)next.tell(NotesRead{played.mind.notes()});
  (void)next.tell(SecretHooksRead{});
  (void)next.tell(HooksListed{all()});
  (void)next.show_unit();
  (void)next.show_application();
  EXPECT_FALSE(next.mind.notes().operation) << "its changes were in the model before the crash";
}

/// The notes of a crash between the end of a hook, which the model knew, and the note of that.
UnitNotes notes_of_a_hook_due_at(PlayedMind& played, SecretHookKind kind, store::Milliseconds due) {
  (void)played.tell(SecretHooksRead{{secret_hook_seen("web", kind, 2, due)}});
  (void)played.start_hook();
  return played.mind.notes();
}

TEST_F(MindSecrets, SE47_SE50_what_is_due_anew_after_a_crash_runs_and_is_not_taken_for_the_former) {
  for (const SecretHookKind kind : {SecretHookKind::Expired, SecretHookKind::Rotate}) {
    PlayedMind before;
    (void)before.begin(all(), "web/0");
    (void)before.tell(NotesOnDisk{});
    const UnitNotes left = notes_of_a_hook_due_at(before, kind, 1'000);
    PlayedMind next;
    (void)next.tell(NotesRead{left});
    (void)next.tell(SecretHooksRead{{secret_hook_seen("web", kind, 2, 301'000)}});
    (void)next.tell(HooksListed{all()});
    (void)next.show_unit();
    (void)next.show_application();
    (void)next.tell(NotesOnDisk{});
    (void)next.start_hook();
    const Output ended = next.tell(PlayedMind::ended());
    const auto* told = asked<protocol::EndSecretHook>(ended);
    ASSERT_NE(told, nullptr);
    EXPECT_EQ(told->hook.due, 301'000) << "the one of now";
  }
}

TEST_F(MindSecrets, SE43_a_failing_hook_of_a_unit_that_goes_is_dropped) {
  begin(all());
  (void)ask_for({secret_hook_seen("web/0", SecretHookKind::Changed)});
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended(1));
  ASSERT_TRUE(played.mind.notes().operation);
  (void)played.show_unit(store::Life::Dying);
  (void)played.tell(NotesOnDisk{});
  EXPECT_FALSE(played.mind.notes().operation
               && is_secret_hook(played.mind.notes().operation->hook.kind));
}

TEST(SecretNotes, SE44_a_failed_hook_is_reported_with_its_secret) {
  UnitNotes local;
  Operation& operation = local.operation.emplace();
  operation.hook.kind = HookKind::SecretChanged;
  operation.hook.secret = {secret_id, "web", "pw", "web/0", 0};
  operation.attempt = 1;
  Reporter reporter("web/0");
  const auto report = reporter.report({"error", "", 1}, local, {}, std::nullopt);
  ASSERT_TRUE(report && report->error);
  EXPECT_EQ(report->error->hook, "secret-changed");
  EXPECT_EQ(report->error->remote_unit, "secret:" + secret_id + " pw");
}

TEST(SecretNotes, SE40_a_hook_in_hand_is_read_back_with_its_secret) {
  UnitNotes local;
  Operation& operation = local.operation.emplace();
  operation.hook.kind = HookKind::SecretRemove;
  operation.hook.version = 7;
  operation.hook.secret = {secret_id, "web", "pw", "web", 5};
  UnitNotes read;
  ASSERT_TRUE(decode_core(read, "key", encode_core(local)));
  EXPECT_EQ(read, local);
}

TEST(SecretNotes, SE50_a_hook_of_the_sixth_layout_tells_of_no_time) {
  UnitNotes local;
  Operation& operation = local.operation.emplace();
  operation.hook.kind = HookKind::SecretExpired;
  operation.hook.secret = {secret_id, "web", "pw", "web", 0};
  std::string bytes = encode_core(local);
  bytes[0] = 6;
  bytes.pop_back(); // the time comes last
  UnitNotes read;
  ASSERT_TRUE(decode_core(read, "key", bytes));
  EXPECT_EQ(read, local);
}

} // namespace
} // namespace orrery::agents
