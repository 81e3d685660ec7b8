// Each kind of reader, each kind of right, each moment of a life: who reads a secret by its hook's
// tools, and who manages it.
#include "test/agents/secret_place.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace orrery::test {

namespace {

constexpr const char* of_application = "0000000000000000000a";
constexpr const char* of_its_unit = "0000000000000000000b";
constexpr const char* of_the_user = "0000000000000000000c";
constexpr const char* in_the_clear = "hunter2"; // "aHVudGVyMg==" as it is kept
constexpr const char* as_kept = "aHVudGVyMg==";

/// Readers: the leader of db, the unit that owns one, another unit of db; a unit of web that a
/// grant names, another unit of web; a unit of an application that is related and has no grant.
const std::vector<std::string> secret_readers{"db/0", "db/1", "db/2", "web/0", "web/1", "api/0"};

/// Answers to each reader, secret by secret: r reads, d is denied, n not found.
struct Expected {
  std::string application, unit, user;
};

protocol::SecretChange grant_over(const std::string& subject,
                                  std::optional<std::uint32_t> relation) {
  protocol::SecretChange change;
  change.grants[subject] = relation;
  return change;
}

protocol::SecretChange revoking(const std::string& subject) {
  protocol::SecretChange change;
  change.revoked.insert(subject);
  return change;
}

template <class Entity>
rules::Write deletion_of(const std::string& name) {
  Entity entity;
  entity.name = name;
  return rules::erase(entity);
}

void make_secrets(SecretPlace& place) {
  const auto add = [&](const char* id, const std::string& owner) {
    protocol::SecretChange change;
    change.added_for = owner;
    change.label = "the label of " + std::string(id);
    change.value = place.sealed(id, as_kept);
    return change;
  };
  (void)place.change("db/0", {{of_application, add(of_application, "db")}});
  (void)place.change("db/1", {{of_its_unit, add(of_its_unit, "db/1")}});
  (void)place.change_users(of_the_user, add(of_the_user, ""));
}

/// db grants web its own over that relation, db/1 its own to web/0; the user grants web his.
void grant_all(SecretPlace& place, store::RelationId relation) {
  (void)place.change("db/0", {{of_application, grant_over("web", relation)}});
  (void)place.change("db/1", {{of_its_unit, grant_over("web/0", relation)}});
  (void)place.change_users(of_the_user, grant_over("web", std::nullopt));
}

void revoke_all(SecretPlace& place) {
  (void)place.change("db/0", {{of_application, revoking("web")}});
  (void)place.change("db/1", {{of_its_unit, revoking("web/0")}});
  (void)place.change_users(of_the_user, revoking("web"));
}

void remove_relation(SecretPlace& place, store::RelationId id) {
  store::Relation relation;
  relation.id = id;
  place.end({rules::erase(relation)});
}

/// Moments one after the other, and who reads what then.
struct Moment {
  const char* name;
  std::function<void(SecretPlace&)> come;
  Expected expected; ///< In the order of `secret_readers`.
};

const std::vector<Moment> life_of_secrets{
  {"made", make_secrets, {"rrrddd", "drdddd", "dddddd"}},
  {"granted", [](SecretPlace& p) { grant_all(p, 4); }, {"rrrrrd", "drdrdd", "dddrrd"}},
  {"another relation went",
   [](SecretPlace& p) { remove_relation(p, 5); },
   {"rrrrrd", "drdrdd", "dddrrd"}},
  {"revoked", revoke_all, {"rrrddd", "drdddd", "dddddd"}},
  {"granted again", [](SecretPlace& p) { grant_all(p, 6); }, {"rrrrrd", "drdrdd", "dddrrd"}},
  {"the relation went",
   [](SecretPlace& p) { remove_relation(p, 6); },
   {"rrrddd", "drdddd", "dddrrd"}}, // what the user granted was not of that relation
  {"granted a third time", [](SecretPlace& p) { grant_all(p, 7); }, {"rrrrrd", "drdrdd", "dddrrd"}},
  {"the unit with the grant went",
   [](SecretPlace& p) { p.end({deletion_of<store::Unit>("web/0")}); },
   {"rrrrrd", "drdddd", "dddrrd"}}, // who has its name reads by the application's grants alone
  {"the application with the grants went",
   [](SecretPlace& p) { p.end({deletion_of<store::Application>("web")}); },
   {"rrrddd", "drdddd", "dddddd"}}, // whoever has its name then
  {"the owning unit went",
   [](SecretPlace& p) { p.end({deletion_of<store::Unit>("db/1")}); },
   {"rrrddd", "nnnnnn", "dddddd"}},
  {"the owning application went",
   [](SecretPlace& p) { p.end({deletion_of<store::Application>("db")}); },
   {"nnnnnn", "nnnnnn", "dddddd"}}};

/// Compares what a read was told, and what was opened for it, with what it may have.
void expect_answer(const SecretPlace::Said& said, char expected, const std::string& what) {
  const bool shows = said.text.find(in_the_clear) != std::string::npos
                     || said.text.find(as_kept) != std::string::npos;
  EXPECT_EQ(said.code == 0, expected == 'r') << what << said.text;
  EXPECT_EQ(shows, expected == 'r') << what << said.text;
  EXPECT_EQ(said.was_opened, expected == 'r') << what << "nothing is opened for others";
  if (expected == 'd') {
    EXPECT_NE(said.text.find("permission denied"), std::string::npos) << what << said.text;
    EXPECT_FALSE(said.was_pinned) << what;
  } else if (expected == 'n') {
    EXPECT_NE(said.text.find("not found"), std::string::npos) << what << said.text;
  }
}

/// Asks for a secret in every way that there is.
void expect_each_way(SecretPlace& place,
                     const std::string& unit,
                     const std::string& id,
                     char expected,
                     const std::string& when) {
  const std::vector<std::vector<std::string>> ways{
    {"secret-get", id},
    {"secret-get", "secret:" + id, "password"},
    {"secret-get", "secret://u-u/" + id, "password#base64"},
    {"secret-get", id, "--peek"},
    {"secret-get", id, "--refresh", "--format", "json"},
    {"secret-get", id, "--label", "own " + unit + id}};
  for (const auto& way : ways)
    expect_answer(place.call(unit, way), expected,
                  when + ": " + unit + " " + way[1] + " " + way.back() + ": ");
}

} // namespace

TEST(SecretAttacks, SE11_SE12_SE34_to_SE37_each_reader_and_right_at_each_moment) {
  SecretPlace place;
  for (const Moment& moment : life_of_secrets) {
    moment.come(place);
    for (std::size_t i = 0; i < secret_readers.size(); ++i) {
      expect_each_way(place, secret_readers[i], of_application, moment.expected.application[i],
                      moment.name);
      expect_each_way(place, secret_readers[i], of_its_unit, moment.expected.unit[i], moment.name);
      expect_each_way(place, secret_readers[i], of_the_user, moment.expected.user[i], moment.name);
    }
  }
}

TEST(SecretAttacks, SE35_a_label_of_ones_own_reads_no_longer_than_the_grant) {
  SecretPlace place;
  make_secrets(place);
  grant_all(place, 4);
  ASSERT_EQ(place.call("web/0", {"secret-get", of_application, "--label", "theirs"}).code, 0);
  EXPECT_EQ(place.call("web/0", {"secret-get", "--label", "theirs", "password"}).text, "hunter2\n");
  EXPECT_EQ(place.call("web/1", {"secret-get", "--label", "theirs"}).code, 1) << "another unit's";
  EXPECT_EQ(
    place.call("web/0", {"secret-get", "--label", "the label of 0000000000000000000a"}).code, 1)
    << "the owner's label is not for others";
  revoke_all(place);
  expect_answer(place.call("web/0", {"secret-get", "--label", "theirs"}), 'd', "by label: ");
}

TEST(SecretAttacks, SE9_SE10_who_does_not_manage_a_secret_learns_nothing_and_changes_nothing) {
  SecretPlace place;
  make_secrets(place);
  grant_all(place, 4); // to read is not to manage
  const std::map<std::string, std::string> managers{
    {of_application, "db/0"}, {of_its_unit, "db/1"}, {of_the_user, ""}};
  for (const auto& [id, manager] : managers)
    for (const std::string& unit : secret_readers) {
      const auto info = place.call(unit, {"secret-info-get", id});
      EXPECT_EQ(info.code == 0, unit == manager) << unit << " " << id << " " << info.text;
      EXPECT_EQ(info.text.find(in_the_clear), std::string::npos);
      const auto ids = place.call(unit, {"secret-ids"});
      EXPECT_EQ(ids.text.find(id) != std::string::npos, unit == manager) << unit << ids.text;
      if (unit == manager || !unit.starts_with("db/"))
        continue; // others' hooks never reach this owner's actor
      protocol::SecretChange removal;
      removal.removed = true;
      for (const auto& change : {grant_over("api", 4), revoking("web"), removal})
        EXPECT_TRUE(place.change(unit, {{id, change}}).writes.empty()) << unit << " " << id;
    }
  expect_each_way(place, "api/0", of_application, 'd', "after all that");
  expect_each_way(place, "web/1", of_application, 'r', "after all that");
}

} // namespace orrery::test
