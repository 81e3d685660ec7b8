// Contents that were sealed anew, with a new key: nothing else of a secret changes.
#include "actors/rules/model.hpp"
#include "actors/rules/plan.hpp"
#include "actors/rules/secrets.hpp"
#include "test/rules/secret_change.hpp"
#include "test/support/decisions.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using rules::put;

namespace {

/// A secret of `db` with the revisions 1 and 3.
rules::OwnedSecrets with_two_revisions() {
  store::Secret secret;
  secret.id = secret_one;
  secret.owner = "db";
  secret.updated = 5;
  secret.fingerprint = "mark of c";
  secret.newest = 3;
  secret.revisions = {{1, 0, 0}, {3, 0, 0}};
  rules::OwnedSecrets secrets;
  rules::absorb_secrets(secrets, "db", put(secret));
  return secrets;
}

} // namespace

TEST(Secrets, SE4_the_latest_content_sealed_anew_brings_its_mark) {
  const auto secrets = with_two_revisions();
  auto expected = secrets.by_id.at(secret_one).record;
  expected.fingerprint = "new mark of c";
  const auto decision = rules::reseal_secret(
    secrets,
    {secret_one, "db", {{1, {"new a", "new mark of a"}}, {3, {"new c", "new mark of c"}}}});
  EXPECT_EQ(
    decision.writes,
    (rules::Writes{put(store::SecretRevision{secret_one, 1, "db", "new a"}),
                   put(store::SecretRevision{secret_one, 3, "db", "new c"}), put(expected)}));
}

TEST(Secrets, SE4_an_earlier_content_sealed_anew_leaves_the_mark) {
  const auto decision = rules::reseal_secret(with_two_revisions(),
                                             {secret_one, "db", {{1, {"new a", "new mark of a"}}}});
  EXPECT_EQ(decision.writes,
            (rules::Writes{put(store::SecretRevision{secret_one, 1, "db", "new a"})}));
}

TEST(Secrets, SE4_what_was_removed_meanwhile_does_not_come_back) {
  const auto secrets = with_two_revisions();
  EXPECT_EQ(rules::reseal_secret(secrets, {secret_one, "db", {{2, {"new b", "x"}}}}),
            rules::nothing());
  EXPECT_EQ(rules::reseal_secret(secrets, {secret_two, "db", {{1, {"new a", "x"}}}}),
            rules::nothing());
}

TEST(Secrets, SE4_contents_are_sealed_anew_by_whom_the_secret_is_of) {
  const auto whom = [](const std::string& owner) {
    return rules::plan(protocol::ResealSecret{secret_one, owner, {}},
                       [](const std::string&) { return std::nullopt; })
      .front()
      .who;
  };
  EXPECT_EQ(whom(""), rules::model());
  EXPECT_EQ(whom("db"), rules::application("db"));
  EXPECT_EQ(whom("db/0"), rules::application("db"));
}

} // namespace orrery::test
