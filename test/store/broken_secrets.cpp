// Contents of secrets lie apart from the secrets: what of either is missing is told.
#include "store/broken_secrets.hpp"

#include "store/codec.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <map>

namespace orrery::store {
namespace {

using Told = std::vector<std::string>;

constexpr const char* told_secret = "00000000000000000001";

/// A secret of `db` with the revisions 1 and 3.
Contents with_a_secret() {
  Contents contents;
  Secret secret;
  secret.id = told_secret;
  secret.owner = "db";
  secret.newest = 3;
  secret.revisions = {{1, 0, 0}, {3, 0, 0}};
  insert(contents, secret);
  return contents;
}

/// Returns the sentences of that secret beside a store with these contents.
Told told_of(const std::vector<SecretRevision>& contents,
             const std::map<Key, std::string>& more = {}) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  std::map<Key, std::string> all = more;
  for (const SecretRevision& content : contents)
    all[key_of(content)] = encode(content);
  std::vector<Change> changes;
  for (auto& [key, value] : all)
    changes.push_back({key, value});
  EXPECT_TRUE(database->write(changes, 7));
  return broken_secrets(*database->snapshot(), with_a_secret()).value();
}

TEST(BrokenSecrets, each_revision_has_its_content) {
  EXPECT_EQ(told_of({{told_secret, 1, "db", "sealed"}, {told_secret, 3, "db", "sealed"}}), Told{});
}

TEST(BrokenSecrets, SE4_a_content_that_is_missing_is_told) {
  EXPECT_EQ(told_of({{told_secret, 1, "db", "sealed"}}),
            (Told{"revision 3 of secret 00000000000000000001 has no content (SE4)"}));
}

TEST(BrokenSecrets, SE37_a_content_that_outlived_its_secret_or_revision_is_told) {
  EXPECT_EQ(told_of({{told_secret, 1, "db", "sealed"},
                     {told_secret, 2, "db", "sealed"},
                     {told_secret, 3, "db", "sealed"},
                     {"00000000000000000002", 1, "db", "sealed"}}),
            (Told{"a content of secret 00000000000000000001 is kept as revision 2, which it does "
                  "not have (SE37)",
                  "a content of secret 00000000000000000002 is kept as revision 1, which it does "
                  "not have (SE37)"}));
}

TEST(BrokenSecrets, a_content_of_another_owner_is_told) {
  EXPECT_EQ(told_of({{told_secret, 1, "db", "sealed"}, {told_secret, 3, "web", "sealed"}}),
            (Told{"revision 3 of secret 00000000000000000001 is kept as one of 'web', and it is of "
                  "'db'"}));
}

TEST(BrokenSecrets, bytes_that_are_no_record_are_told_without_them) {
  const auto told = told_of({{told_secret, 1, "db", "sealed"}},
                            {{secret_revision_key(told_secret, 3), "hunter2hunter2"}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_NE(told[0].find("cannot be read"), std::string::npos) << told[0];
  EXPECT_EQ(told[0].find("hunter2"), std::string::npos) << told[0];
}

} // namespace
} // namespace orrery::store
