// Changes of secrets that only the store can refuse, because no entity on their way knows enough.
#include "test/agents/secret_place.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

constexpr const char* own_one = "0000000000000000000a";
constexpr const char* users_one = "0000000000000000000c";
constexpr const char* new_one = "0000000000000000000n";

protocol::SecretChange labelled(const std::string& label) {
  protocol::SecretChange change;
  change.label = label;
  return change;
}

protocol::SecretChange added_with(const std::string& owner, const std::string& label) {
  protocol::SecretChange change = labelled(label);
  change.added_for = owner;
  return change;
}

/// A secret of db that db/1 calls `its`, and one of the user's that db/1 calls `pw`.
struct Labelled : SecretPlace {
  Labelled() {
    protocol::SecretChange own = added_with("db", "own");
    own.value = sealed(own_one, "aHVudGVyMg==");
    (void)change("db/0", {{own_one, own}});
    protocol::SecretChange users = added_with("", "gift");
    users.value = sealed(users_one, "aHVudGVyMg==");
    users.grants["db"] = std::nullopt;
    (void)change_users(users_one, users);
    EXPECT_EQ(call("db/1", {"secret-get", users_one, "--label", "pw"}).code, 0);
    EXPECT_EQ(call("db/1", {"secret-get", own_one, "--label", "its"}).code, 0);
  }
};

} // namespace

TEST(RefusedSecrets, SE29_no_secret_of_the_application_is_called_as_a_unit_calls_another_one) {
  const Labelled place;
  const std::string words = "secret label \"pw\" for a unit of application \"db\" already exists";
  EXPECT_EQ(place.refused("db/0", {{new_one, added_with("db", "pw")}}), words);
  EXPECT_EQ(place.refused("db/0", {{own_one, labelled("pw")}}), words);
  EXPECT_EQ(place.refused("db/1", {{new_one, added_with("db/1", "pw")}}), words);
  EXPECT_EQ(place.refused("db/0", {{own_one, labelled("its")}}), "") << "the same secret";
  EXPECT_EQ(place.refused("db/0", {{new_one, added_with("db", "other")}}), "");
  EXPECT_EQ(place.refused("db/0", {{new_one, added_with("db/0", "pw")}}), "")
    << "another unit's is its own matter";
}

TEST(RefusedSecrets, SE27_to_remove_anothers_is_not_permitted) {
  const Labelled place;
  protocol::SecretChange removed;
  removed.removed = true;
  protocol::SecretChange pruned;
  pruned.pruned.insert(1);
  for (const protocol::SecretChange& change : {removed, pruned}) {
    EXPECT_EQ(place.refused("db/0", {{users_one, change}}), "permission denied");
    EXPECT_EQ(place.refused("db/0", {{own_one, change}}), "");
    EXPECT_EQ(place.refused("db/0", {{new_one, change}}), "") << "one that is not there";
  }
}

} // namespace orrery::test
