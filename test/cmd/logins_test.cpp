// Logins: passwords held against records, and attempts that are limited.
#include "cmd/session/logins.hpp"
#include "cmd/session/password.hpp"
#include "config/settings.hpp"
#include "test/cmd/parts.hpp"
#include "test/cmd/served.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace orrery::cmd {
namespace {

using std::chrono::seconds;
using store::Access;

store::Account account_of(const std::string& name, const std::string& password) {
  store::Account account;
  account.user = store::User{};
  account.user->name = name;
  account.user->password = hash_password(password);
  account.controller = store::Grant{name, "controller", Access::Login};
  return account;
}

TEST(Logins, UR3_whatever_is_wrong_there_is_no_login) {
  Logins logins;
  const auto bob = account_of("bob", "hunter2");
  EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1));
  EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1)) << "known by now";
  EXPECT_FALSE(logins.check("bob", "hunter3", bob, 2));
  auto changed = bob;
  changed.user->password = hash_password("other");
  EXPECT_FALSE(logins.check("bob", "hunter2", changed, 3)) << "no more";
  changed = bob;
  changed.user->disabled = true;
  EXPECT_FALSE(logins.check("bob", "hunter2", changed, 4));
  changed = bob;
  changed.controller.reset();
  EXPECT_FALSE(logins.check("bob", "hunter2", changed, 5));
  EXPECT_FALSE(Logins{}.check("eve", "", {}, 6)) << "nobody";
  changed = bob;
  changed.user->password.clear();
  EXPECT_FALSE(Logins{}.check("bob", "", changed, 7)) << "none set";
}

TEST(Logins, UR3_after_some_failures_the_right_one_must_wait_too) {
  Attempts::Clock::time_point now{};
  Logins logins{[&] { return now; }};
  const auto bob = account_of("bob", "hunter2");
  for (std::uint32_t i = 0; i < Attempts::free_failures; ++i)
    EXPECT_FALSE(logins.check("bob", "guess", bob, 1));
  EXPECT_FALSE(logins.check("bob", "hunter2", bob, 1));
  now += seconds{1};
  EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1));
  for (std::uint32_t i = 0; i < Attempts::free_failures; ++i)
    EXPECT_FALSE(logins.check("bob", "guess", bob, 9));
  EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1)) << "who is known is not locked out";
}

TEST(Logins, UR3_what_failed_is_over_with_another_password) {
  Logins logins{[] { return Attempts::Clock::time_point{}; }};
  const auto before = account_of("eve", "forgotten");
  for (std::uint32_t i = 0; i < 2 * Attempts::free_failures; ++i)
    EXPECT_FALSE(logins.check("eve", "guess", before, 1));
  auto reset = before;
  reset.user->password.clear();
  for (std::uint32_t i = 0; i < 2 * Attempts::free_failures; ++i)
    EXPECT_FALSE(logins.check("eve", "guess", reset, 1)) << "also while none is set";
  const auto after = account_of("eve", "chosen");
  EXPECT_TRUE(logins.check("eve", "chosen", after, 2))
    << "by a reset, or as a new user of the name";
}

TEST(Logins, UR8_who_has_registered_need_not_wait_for_what_he_has_tried_before) {
  Logins logins{[] { return Attempts::Clock::time_point{}; }};
  for (std::uint32_t i = 0; i < 2 * Attempts::free_failures; ++i)
    EXPECT_FALSE(logins.check("eve", "guess", account_of("eve", "forgotten"), 1));
  const auto after = account_of("eve", "chosen");
  EXPECT_FALSE(logins.check("eve", "chosen", after, 1)) << "whoever else asks from there waits";
  logins.forgive(1);
  EXPECT_TRUE(logins.check("eve", "chosen", after, 1));
}

TEST(Logins, UR3_tries_at_the_same_time_are_limited_as_one_after_the_other) {
  constexpr int many = 12;
  Attempts::Clock::time_point now{};
  Logins logins{[&] { return now; }};
  const auto bob = account_of("bob", "hunter2");
  std::latch begin{many};
  std::vector<std::thread> guessing;
  for (int i = 0; i < many; ++i)
    guessing.emplace_back([&] {
      begin.arrive_and_wait();
      EXPECT_FALSE(logins.check("bob", "guess", bob, 1));
    });
  for (auto& thread : guessing)
    thread.join();
  now += seconds{1};
  EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1))
    << "three have failed, the others had to wait";
}

TEST(Logins, UR3_a_right_one_that_comes_often_at_once_waits_for_nothing) {
  constexpr int many = 12;
  Logins logins{[] { return Attempts::Clock::time_point{}; }};
  const auto bob = account_of("bob", "hunter2");
  std::vector<std::thread> entering;
  for (int i = 0; i < many; ++i)
    entering.emplace_back([&] { EXPECT_TRUE(logins.check("bob", "hunter2", bob, 1)); });
  for (auto& thread : entering)
    thread.join();
}

TEST(Attempts, UR3_the_back_off_doubles_and_the_table_is_bounded) {
  Attempts attempts;
  Attempts::Clock::time_point now{};
  for (int i = 0; i < 20; ++i)
    attempts.failed("bob", 1, now);
  EXPECT_FALSE(attempts.may_try("bob", 2, now + seconds{59})) << "of the user";
  EXPECT_FALSE(attempts.may_try("eve", 1, now + seconds{59})) << "of the peer";
  EXPECT_TRUE(attempts.may_try("eve", 2, now));
  EXPECT_TRUE(attempts.may_try("bob", 1, now + Attempts::longest_back_off));
  for (std::size_t i = 0; i < 2 * Attempts::kept_max; ++i)
    attempts.failed("u" + std::to_string(i), 1, now + seconds{1});
  EXPECT_EQ(attempts.kept(), Attempts::kept_max);
  EXPECT_FALSE(attempts.may_try("bob", 3, now + seconds{2})) << "what holds longest is kept";
  EXPECT_FALSE(attempts.may_try("new", 1, now + seconds{2})) << "the peer is not forgotten by it";
  attempts.succeeded("bob", 1);
  EXPECT_TRUE(attempts.may_try("bob", 1, now + seconds{2}));
}

/// One request of an account, on a connection of its own.
std::optional<int> ask_as(const Served& served,
                          const wire::Credentials& account,
                          const std::vector<std::string>& words,
                          test::TextOutput& to) {
  auto client = Client::connect(served.options.socket);
  if (!client)
    return std::nullopt;
  wire::Request request;
  request.directory = served.directory;
  request.words = words;
  request.account = account;
  return client->ask(request, to);
}

TEST(Logins, UR2_a_request_is_that_of_the_account_before_it) {
  Served served;
  served.orchestrator.change([](store::Contents& records) {
    records.model.uuid = "aaaaaaaa";
    records.users["bob"] = *account_of("bob", "hunter2").user;
    records.grants[{"bob", "controller"}] = {"bob", "controller", Access::Login};
    records.grants[{"bob", "aaaaaaaa"}] = {"bob", "aaaaaaaa", Access::Read};
  });
  test::TextOutput output;
  EXPECT_EQ(ask_as(served, {"Bob", "hunter2"}, {"whoami"}, output), Exit::Fine)
    << output.complained;
  EXPECT_TRUE(test::has(output.printed, "User:        bob\n")) << output.printed;
  EXPECT_EQ(ask_as(served, {"bob", "hunter2"}, {"add-machine"}, output), Exit::Failed);
  EXPECT_EQ(output.complained, "ERROR permission denied\n");
  for (const auto& wrong : {wire::Credentials{"bob", "hunter3"},
                            {"eve", "hunter2"},
                            {"", ""},
                            {"b b", "x"},
                            {"admin", ""}}) {
    if (wrong.user.empty())
      continue;
    test::TextOutput refused;
    EXPECT_EQ(ask_as(served, wrong, {"status"}, refused), Exit::Failed);
    EXPECT_EQ(refused.complained, "ERROR invalid entity name or password\n") << wrong.user;
    EXPECT_EQ(refused.printed, "");
  }
  EXPECT_EQ(served.ask({"add-machine"}, output), Exit::Fine) << "the next is the owner's again";
}

} // namespace
} // namespace orrery::cmd
