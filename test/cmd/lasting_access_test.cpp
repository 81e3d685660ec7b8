// Verbs that last, whose users lose their rights meanwhile.
#include "cmd/session/while_allowed.hpp"
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace orrery::cmd {
namespace {

using store::Access;
using test::count;
using test::TwoModels;

constexpr const char* lost_right =
  "ERROR permission denied: user \"bob\" has lost the right to \"status\" "
  "while it ran\n";

/// Does something once the first picture was drawn. Goes by itself where nobody ends the watch.
class WatchingUser final : public Output {
public:
  explicit WatchingUser(std::function<void()> after_first) : act_{std::move(after_first)} {}
  void out(std::string_view text) override {
    shown += text;
    if (act_)
      std::exchange(act_, nullptr)();
  }
  void err(std::string_view text) override { complained += text; }
  bool cancelled() override { return ++asked_ > patience; }
  [[nodiscard]] bool has_gone() const { return asked_ > patience; }
  std::string shown;
  std::string complained;

private:
  static constexpr int patience = 8; ///< In questions whether it is there still.
  std::function<void()> act_;
  int asked_ = 0;
};

/// Watches as bob. @returns how the verb has ended
int watch_as_bob(TwoModels& bench, WatchingUser& user) {
  bench.become("bob");
  bench.session.output = &user;
  const int exit = bench.verb({"status", "--watch", "100ms", "--utc"});
  EXPECT_EQ(bench.session.output, &user) << "it is the session's again";
  return exit;
}

TEST(LastingAccess, UR2_a_watch_ends_with_a_word_when_its_right_is_taken_away) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read);
  WatchingUser user{[&] { bench.user("bob", Access::Login); }};
  EXPECT_EQ(watch_as_bob(bench, user), Exit::Failed);
  EXPECT_FALSE(user.has_gone());
  EXPECT_TRUE(user.complained.ends_with(lost_right)) << user.complained;
  EXPECT_EQ(count(user.shown, "Model "), 1U) << "nothing is shown afterwards";
}

TEST(LastingAccess, UR11_a_watch_ends_with_a_word_when_its_user_is_disabled_or_removed) {
  for (const bool is_removed : {false, true}) {
    TwoModels bench;
    bench.user("bob", Access::Login, Access::Read);
    WatchingUser user{[&] {
      bench.orchestrator.change([&](store::Contents& records) {
        (is_removed ? records.users["bob"].removed : records.users["bob"].disabled) = true;
      });
    }};
    EXPECT_EQ(watch_as_bob(bench, user), Exit::Failed);
    EXPECT_FALSE(user.has_gone());
    EXPECT_TRUE(user.complained.ends_with(lost_right)) << user.complained;
  }
}

TEST(LastingAccess, UR2_a_watch_goes_on_while_rights_change_that_are_not_its_own) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Write);
  WatchingUser user{[&] {
    bench.user("eve", Access::Login);
    bench.user("bob", Access::Login, Access::Read); // less, and enough
  }};
  EXPECT_EQ(watch_as_bob(bench, user), Exit::Fine);
  EXPECT_TRUE(user.has_gone());
  EXPECT_GE(count(user.shown, "Model "), 2U);
  EXPECT_EQ(user.complained.find("ERROR"), std::string::npos) << user.complained;
}

/// A user that waits for the end of a model loses the right on it with the model.
TEST(LastingAccess, UR2_a_right_that_goes_with_its_model_is_not_taken_away) {
  TwoModels bench;
  bench.user("bob", Access::Login, {}, Access::Admin);
  bench.become("bob");
  bench.session.orchestrator = not_owned(bench.other);
  bench.orchestrator.change([](store::Contents& records) {
    records.hosted_models[TwoModels::other_uuid].uuid = TwoModels::other_uuid;
  });
  WhileAllowed allowed{bench.session, Right::Admin};
  EXPECT_FALSE(allowed.cancelled());
  bench.orchestrator.change([](store::Contents& records) {
    records.hosted_models.clear();
    records.grants.erase({"bob", TwoModels::other_uuid});
  });
  EXPECT_FALSE(allowed.cancelled());
  bench.orchestrator.change([](store::Contents& records) {
    records.hosted_models[TwoModels::other_uuid].uuid = TwoModels::other_uuid;
  });
  EXPECT_TRUE(allowed.cancelled()) << "it is there, and his right is not";
  bench.user("bob", Access::Login, {}, Access::Admin);
  EXPECT_TRUE(allowed.cancelled()) << "for good";
}

} // namespace
} // namespace orrery::cmd
