// The orchestrator's own log, which tells of all models: who is shown which of its lines.
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>
#include <utility>

namespace orrery::cmd {
namespace {

using store::Access;
using test::has;
using test::TwoModels;

struct OwnLog : TwoModels {
  OwnLog() {
    file("data/logs/orrery.log", line("older", "") + about_first + about_other + line("ready", ""));
  }
  static std::string line(const std::string& text, const std::string& uuid) {
    return "2026-11-21T05:00:00.000Z info status: " + text
           + (uuid.empty() ? "" : " model=default uuid=" + uuid) + "\n";
  }
  void append(const std::string& text) const {
    std::ofstream(directory / "data/logs/orrery.log", std::ios::app) << text;
  }
  /// Shows it to a user.
  std::string seen_by(const std::string& user, std::vector<std::string> words) {
    become(user);
    output.printed.clear();
    words.insert(words.begin(), {"debug-log", "-m", "admin/default", "--no-tail"});
    EXPECT_EQ(verb(words), Exit::Fine) << output.complained;
    return output.printed;
  }

  const std::string about_first =
    line("about the first message=\"uuid=" + other_uuid + "\"", first_uuid);
  const std::string about_other = line("about the other", other_uuid);
};

TEST(OwnLogAccess, UR18_rights_on_a_model_show_the_lines_about_that_model_alone) {
  OwnLog bench;
  bench.user("bob", Access::Login, Access::Admin);
  for (const auto& words : std::vector<std::vector<std::string>>{
         {"--include", "orrery", "--replay"},
         {"--include", "*", "--replay"},
         {"--include-module", "orrery.status", "--replay"},
         {"--include", "orrery", "-n", "1"},
         {"--include", "orrery", "--limit", "1"},
         {"--include", "orrery", "--replay", "--format", "json"}}) {
    const auto seen = bench.seen_by("bob", words);
    EXPECT_TRUE(has(seen, "about the first")) << words.back();
    EXPECT_EQ(test::count(seen, "\n"), 1U) << seen;
  }
}

TEST(OwnLogAccess, UR18_a_superuser_sees_all) {
  OwnLog bench;
  bench.user("ann", Access::Superuser);
  const auto seen = bench.seen_by("ann", {"--include", "orrery", "--replay"});
  for (const char* text : {"older", "about the first", "about the other", "ready"})
    EXPECT_TRUE(has(seen, text)) << text;
}

TEST(OwnLogAccess, UR18_a_socket_group_that_may_read_sees_the_models_lines) {
  OwnLog bench;
  bench.session.account.clear();
  bench.session.right = Right::Read;
  ASSERT_EQ(bench.verb(
              {"debug-log", "-m", "admin/default", "--no-tail", "--replay", "--include", "orrery"}),
            Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "about the first"));
  EXPECT_EQ(test::count(bench.output.printed, "\n"), 1U) << bench.output.printed;
}

/// Follows a log; does something each time it is asked whether it still reads, and then goes.
class Follower final : public Output {
public:
  explicit Follower(std::function<void()> act) : act_{std::move(act)} {}
  void out(std::string_view text) override { shown += text; }
  void err(std::string_view text) override { shown += text; }
  bool cancelled() override {
    if (act_ && has(shown, "ready"))
      std::exchange(act_, nullptr)();
    return has(shown, "last") || ++asked_ > patience;
  }
  [[nodiscard]] bool gave_up() const { return asked_ > patience; }
  std::string shown;

private:
  static constexpr int patience = 100; ///< In questions; only a failing test comes to them.
  std::function<void()> act_;
  int asked_ = 0;
};

TEST(OwnLogAccess, UR18_who_is_a_superuser_no_more_follows_with_what_is_left) {
  OwnLog bench;
  bench.user("ann", Access::Superuser, Access::Read);
  bench.become("ann");
  Follower follower{[&] {
    bench.user("ann", Access::Login, Access::Read);
    bench.append(OwnLog::line("hidden", TwoModels::other_uuid)
                 + OwnLog::line("last", TwoModels::first_uuid));
  }};
  bench.session.output = &follower;
  EXPECT_EQ(bench.verb({"debug-log", "-m", "admin/default", "--tail", "--include", "orrery"}),
            Exit::Fine);
  EXPECT_FALSE(follower.gave_up());
  EXPECT_TRUE(has(follower.shown, "last")) << follower.shown;
  EXPECT_FALSE(has(follower.shown, "hidden")) << follower.shown;
}

} // namespace
} // namespace orrery::cmd
