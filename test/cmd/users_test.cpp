// Verbs about users: what they say, and what they refuse.
#include "cmd/session/given_text.hpp"
#include "cmd/session/password.hpp"
#include "cmd/session/registration.hpp"
#include "cmd/verbs/user_documents.hpp"
#include "config/hexadecimal.hpp"
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

using store::Access;
using test::has;
using test::TwoModels;

/// Gives a text as a client's standard input.
class TextInput : public Input {
public:
  explicit TextInput(std::string text) : text_{std::move(text)} {}
  tl::expected<std::string, std::string> read(std::size_t) override { return text_; }

private:
  std::string text_;
};

/// The registration in what a verb printed.
std::optional<Registration> registration_in(const std::string& printed) {
  const std::string before = "register ";
  const auto at = printed.find(before) + before.size();
  return decode_registration(printed.substr(at, printed.find('\n', at) - at));
}

int with_input(TwoModels& bench, const std::vector<std::string>& words, const std::string& text) {
  TextInput input{text};
  bench.session.input = &input;
  const int exit = bench.verb(words);
  bench.session.input = nullptr;
  return exit;
}

TEST(Users, UR5_add_user_says_what_the_user_is_to_type) {
  TwoModels bench;
  ASSERT_EQ(bench.verb({"add-user", "Bob", "Bob B."}), Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(bench.output.printed.starts_with(
    "User \"Bob B. (bob)\" added\nPlease send this command to bob:\n    orrery register "))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\n\n\"Bob B. (bob)\" has not been granted access to any "
                                        "models. You can use \"orrery grant\" to grant access.\n"));
  const auto registration = registration_in(bench.output.printed);
  ASSERT_TRUE(registration);
  EXPECT_EQ(registration->user, "bob");
  EXPECT_EQ(registration->controller, "orrery");
  EXPECT_EQ(bench.verb({"add-user", "bob"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR failed to create user: user bob already exists\n");
}

TEST(Users, UR8_the_secret_sets_a_password_once_and_the_hash_is_salted) {
  TwoModels bench;
  ASSERT_EQ(bench.verb({"add-user", "bob"}), Exit::Fine);
  const auto secret = config::hexadecimal(registration_in(bench.output.printed)->secret);
  bench.session.account.clear(); // of the socket's group, with no right
  bench.session.right = Right::Login;
  int told = 0;
  bench.session.registered = [&told] { ++told; };
  EXPECT_EQ(with_input(bench, {"register-user", "bob"}, "00\nhunter2\n"), Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR secret key for user \"bob\" not found: a registration is good once; "
            "\"orrery change-user-password bob --reset\" makes another\n");
  EXPECT_EQ(with_input(bench, {"register-user", "bob"}, secret + "\n\n"), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR password cannot be empty\n");
  ASSERT_EQ(with_input(bench, {"register-user", "bob"}, secret + "\nhunter2\n"), Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(with_input(bench, {"register-user", "bob"}, secret + "\nother\n"), Exit::Failed);
  EXPECT_EQ(told, 1) << "where the password was set";
  const auto user = bench.orchestrator.contents()->users.at("bob");
  EXPECT_TRUE(is_password(user.password, "hunter2"));
  EXPECT_FALSE(is_password(user.password, "other"));
  EXPECT_FALSE(has(user.password, "hunter2"));
}

TEST(Users, UR9_others_than_superusers_see_only_themselves) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read);
  bench.user("eve", Access::Superuser);
  ASSERT_EQ(bench.verb({"users", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(
    bench.output.printed.starts_with("[{\"user-name\":\"admin\",\"access\":\"superuser\""))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "{\"user-name\":\"eve\",\"access\":\"superuser\","));
  bench.become("bob");
  ASSERT_EQ(bench.verb({"users", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("[{\"user-name\":\"bob\"")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "eve"));
  EXPECT_EQ(bench.verb({"users"}), Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with(
    "Controller: orrery\n\nName  Display name  Access  Date created  Last connection\nbob*"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"users", "default", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(
    has(bench.output.printed, "\"bob\":{\"access\":\"read\",\"last-connection\":\"just now\"}"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"show-user", "eve"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
  EXPECT_EQ(bench.verb({"show-user"}), Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("user-name: bob\naccess: login\n"));
  EXPECT_EQ(bench.verb({"whoami"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "User:        bob\n"));
}

TEST(Users, UR9_an_unknown_name_is_denied_to_superusers_too) {
  TwoModels bench;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"show-user", "eve"},
                                             {"disable-user", "eve"},
                                             {"enable-user", "eve"},
                                             {"change-user-password", "eve", "--reset"}}) {
    EXPECT_EQ(bench.verb(words), Exit::Failed) << words[0];
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << words[0];
  }
}

TEST(Users, UR10_a_password_is_ones_own_or_another_users_for_a_superuser) {
  TwoModels bench;
  bench.user("bob", Access::Login);
  bench.user("eve", Access::Login);
  bench.become("bob");
  EXPECT_EQ(with_input(bench, {"change-user-password", "eve", "--no-prompt"}, "pw\n"),
            Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
  EXPECT_EQ(with_input(bench, {"change-user-password", "--no-prompt"}, "\n"), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR password cannot be empty\n");
  EXPECT_EQ(with_input(bench, {"change-user-password", "--no-prompt"}, "pw one\n"), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "Your password has been changed.\n");
  EXPECT_TRUE(is_password(bench.orchestrator.contents()->users.at("bob").password, "pw one"));
  EXPECT_EQ(bench.verb({"change-user-password", "--reset"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.complained, "cannot reset your own password"));
  bench.user("root", Access::Superuser);
  bench.become("root");
  EXPECT_EQ(bench.verb({"change-user-password", "bob", "--reset"}), Exit::Fine);
  EXPECT_TRUE(registration_in(bench.output.printed));
  EXPECT_EQ(bench.orchestrator.contents()->users.at("bob").password, "");
}

TEST(Users, UR11_UR12_disabled_enabled_removed) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(bench.verb({"disable-user", "bob"}), Exit::Fine);
    EXPECT_EQ(bench.output.complained, "User \"bob\" disabled\n");
  }
  EXPECT_EQ(bench.verb({"users"}), Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "bob"));
  EXPECT_EQ(bench.verb({"users", "--all"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "(disabled)"));
  EXPECT_EQ(bench.verb({"disable-user", "admin"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR failed to disable user: cannot disable controller model owner\n");
  EXPECT_EQ(bench.verb({"remove-user", "bob"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"remove-user", "bob", "-y"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "User \"bob\" removed\n");
  EXPECT_TRUE(bench.orchestrator.contents()->grants.empty());
  EXPECT_EQ(bench.verb({"remove-user", "bob", "--yes"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR failed to delete user \"bob\": the user has already "
                                     "been permanently deleted\n");
  EXPECT_EQ(bench.verb({"remove-user", "admin", "--yes"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR cannot delete controller owner \"admin\"\n");
}

TEST(Users, UR13_what_cannot_be_meant_is_misuse) {
  TwoModels bench;
  bench.user("bob", Access::Login);
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows{
    {{"grant"}, "no user specified"},
    {{"revoke", "bob"}, "no permission level specified"},
    {{"grant", "bob", "read"}, "You have specified a model access permission \"read\"."},
    {{"grant", "bob", "superuser", "default"}, "a controller access permission \"superuser\"."},
    {{"grant", "bob", "owner", "default"}, "\"owner\" is no level of access"}};
  for (const auto& [words, text] : rows) {
    EXPECT_EQ(bench.verb(words), Exit::Misused) << text;
    EXPECT_TRUE(has(bench.output.complained, text)) << bench.output.complained;
  }
  EXPECT_EQ(bench.verb({"grant", "bob", "read", "default"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed + bench.output.complained, "");
  EXPECT_EQ(bench.verb({"grant", "bob", "read", "default"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR user already has \"read\" access or greater\n");
  EXPECT_EQ(bench.verb({"grant", "bob", "read", "default.db"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "offer"));
  EXPECT_EQ(bench.verb({"grant", "bob", "read", "nowhere"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR model orrery:admin/nowhere not found\n");
}

TEST(Registration, UR6_is_read_as_it_is_written_and_nothing_else_is) {
  for (const std::size_t size : {0U, 1U, 2U, 100U, 130U, 300U}) {
    const Registration registration{"bob",
                                    {"unix:/run/" + std::string(size, 'x'), "unix:/\xc3\xa4"},
                                    std::string(registration_secret_bytes, '\xff'),
                                    "orrery"};
    const auto word = encode_registration(registration);
    EXPECT_EQ(word.find_first_of("+/="), std::string::npos);
    EXPECT_EQ(decode_registration(word), registration) << size;
    for (std::size_t cut = 0; cut < word.size(); ++cut)
      EXPECT_EQ(decode_registration(word.substr(0, cut)), std::nullopt) << cut;
  }
  for (const auto* text : {"", "bob", "====", "AAAA", "MAAA", "MIIB", "controller.example.com"})
    EXPECT_EQ(decode_registration(text), std::nullopt) << text;
}

/// The bytes as Juju's own client makes them.
TEST(Registration, UR6_is_der_in_url_safe_base64) {
  const Registration registration{"bob", {"a:1"}, std::string(32, 'k'), "C"};
  EXPECT_EQ(encode_registration(registration),
            "MDMTA2JvYjAFEwNhOjEEIGtra2tra2tra2tra2tra2tra2tra2tra2tra2tra2trEwFDEwAA");
}

TEST(Users, UR9_ages_are_told_as_people_do) {
  const store::Milliseconds day = 86'400'000;
  const store::Milliseconds at = 20'000 * day;
  EXPECT_EQ(age_text(at, at + 1'999), "just now");
  EXPECT_EQ(age_text(at, at + 2'000), "2 seconds ago");
  EXPECT_EQ(age_text(at, at + 60'000), "1 minute ago");
  EXPECT_EQ(age_text(at, at + 7'200'000), "2 hours ago");
  EXPECT_EQ(age_text(at, at + day), "2024-10-04");
}

} // namespace
} // namespace orrery::cmd
