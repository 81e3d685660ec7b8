// Secrets and the rights of users: each level of access by each verb, on this model and another.
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace orrery::cmd {
namespace {

using store::Access;
using test::has;
using test::TwoModels;

constexpr const char* value_in_it = "hunter2";

/// A user of a certain right, and how many of `uses_of_secrets` he may.
struct SecretUser {
  const char* name;
  std::optional<Access> on_controller, on_first, on_other;
  std::size_t may; ///< So many from the first on.
};

const std::vector<SecretUser> secret_users{
  {"nobody", {}, {}, {}, 0},
  {"logged-out", {}, Access::Admin, {}, 0},
  {"guest", Access::Login, {}, {}, 0},
  {"stranger", Access::Login, {}, Access::Admin, 0},
  {"reader", Access::Login, Access::Read, Access::Admin, 3},
  {"writer", Access::Login, Access::Write, Access::Admin, 6},
  {"admin-of-it", Access::Login, Access::Admin, {}, 8},
  {"superuser", Access::Superuser, {}, {}, 8}};

/// Uses of a secret, those first that want the least.
const std::vector<std::vector<std::string>> uses_of_secrets{
  {"secrets", "--format", "yaml"},        {"show-secret", "mine"},
  {"show-secret", "mine", "--revisions"}, {"update-secret", "mine", "--info", "whose"},
  {"grant-secret", "mine", "web"},        {"revoke-secret", "mine", "web"},
  {"show-secret", "mine", "--reveal"},    {"rekey"}};

/// A verb's words, of the first model.
std::vector<std::string> on_first(std::vector<std::string> words) {
  words.insert(words.begin() + 1, {"--model", TwoModels::first_uuid});
  return words;
}

/// The first model has a secret of the user's, and an application.
struct WithSecret : TwoModels {
  WithSecret() {
    orchestrator.change([](store::Contents& all) { all.applications["web"].name = "web"; });
    user("maker", Access::Superuser);
    become("maker");
    EXPECT_EQ(verb(on_first({"add-secret", "mine", std::string("password=") + value_in_it})),
              Exit::Fine)
      << output.complained;
  }
};

TEST(SecretAccess, SE62_each_level_by_each_verb) {
  for (const SecretUser& who : secret_users) {
    WithSecret bench;
    bench.user(who.name, who.on_controller, who.on_first, who.on_other);
    for (std::size_t i = 0; i < uses_of_secrets.size(); ++i) {
      bench.become(who.name);
      const std::string what = std::string(who.name) + " " + uses_of_secrets[i].front() + ": ";
      EXPECT_EQ(bench.verb(on_first(uses_of_secrets[i])) == Exit::Fine, i < who.may)
        << what << bench.output.complained;
      const bool reveals = i < who.may && uses_of_secrets[i].back() == "--reveal";
      EXPECT_EQ(has(bench.output.printed, value_in_it), reveals) << what << bench.output.printed;
      EXPECT_FALSE(has(bench.output.complained, value_in_it)) << what;
    }
  }
}

TEST(SecretAccess, SE62_the_right_to_reveal_ends_when_it_is_taken) {
  WithSecret bench;
  for (const auto access : {Access::Admin, Access::Write, Access::Admin, Access::Read}) {
    bench.user("bob", Access::Login, access);
    bench.become("bob");
    EXPECT_EQ(bench.verb(on_first({"show-secret", "mine", "--reveal"})) == Exit::Fine,
              access == Access::Admin);
    EXPECT_EQ(has(bench.output.printed, value_in_it), access == Access::Admin);
  }
}

TEST(SecretAccess, SE1_an_id_of_another_model_names_nothing_here) {
  WithSecret bench;
  ASSERT_EQ(bench.verb(on_first({"show-secret", "mine", "--format", "json"})), Exit::Fine);
  const std::string id = bench.output.printed.substr(2, 20);
  bench.user("bob", Access::Login, {}, Access::Admin);
  for (const std::string& named : {id, "secret:" + id, "secret://" + bench.first_uuid + "/" + id}) {
    bench.become("bob");
    EXPECT_EQ(bench.verb({"show-secret", "--model", TwoModels::other_uuid, named, "--reveal"}),
              Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, "not found")) << bench.output.complained;
    EXPECT_FALSE(has(bench.output.printed + bench.output.complained, value_in_it));
  }
}

} // namespace
} // namespace orrery::cmd
