// Tools of secrets: what they answer, and what they keep aside until their hook succeeds.
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

const std::string own_secret = "9m4e2mr0ui3e8a215n4g";
const std::string first_new = "0123456789abcdefghi0";

/// A secret of web, of which web/0 reads the first of two revisions.
SecretSight seen_secret() {
  SecretSight seen;
  seen.record.id = own_secret;
  seen.record.owner = "web";
  seen.record.label = "pw";
  seen.record.newest = 2;
  seen.record.revisions = {{1, 0, 0}, {2, 0, 0}};
  seen.consumer = store::SecretConsumer{"web/0", own_secret, "web", 1, {}};
  seen.may_read = seen.manages = true;
  seen.contents = {{1, {{"password", "b2xk"}}}, {2, {{"password", "bmV3"}}}};
  return seen;
}

World with_secret() {
  World world;
  world.leading();
  world.sight.model_uuid = "u-u";
  world.secrets = {seen_secret()};
  return world;
}

const protocol::SecretChange& change_of(const World& world, const std::string& id) {
  return world.state.secrets.pending.at(id).change;
}

TEST(SecretAdd, SE2_prints_the_long_form_and_SE15_keeps_the_secret_aside) {
  World world = with_secret();
  check(world,
        {{{"secret-add", "--label", "l", "token=abc"}, 0, "secret://u-u/" + first_new + "\n", ""}});
  EXPECT_EQ(change_of(world, first_new).added_for, "web");
  EXPECT_EQ(change_of(world, first_new).label, "l");
  EXPECT_EQ(world.state.secrets.pending.at(first_new).content,
            (config::SecretContent{{"token", "YWJj"}}));
  EXPECT_TRUE(world.effects.empty());
}

TEST(SecretAdd, SE15_wrong_words_are_refused_and_change_nothing) {
  World world = with_secret();
  check(world,
        {{{"secret-add"}, 2, "", "missing secret value or filename"},
         {{"secret-add", "x"}, 2, "", "key value \"x\" not valid"},
         {{"secret-add", "Foo=x"}, 2, "", "key \"Foo\" not valid"},
         {{"secret-add", "--owner", "me", "foo=x"}, 2, "", "secret owner \"me\" not valid"},
         {{"secret-add", "--rotate", "often", "foo=x"}, 2, "", "rotate policy \"often\" not valid"},
         {{"secret-add", "--expire", "-1h", "foo=x"},
          2,
          "",
          "negative expire duration \"-1h\" not valid"}});
  EXPECT_TRUE(world.state.secrets.pending.empty());
}

TEST(SecretAdd, SE28_texts_that_are_too_long_are_refused_and_change_nothing) {
  World world = with_secret();
  const std::string label(1025, 'l');
  const std::string description((64UL << 10) + 1, 'd');
  const std::string long_label = "the secret's label has more than 1024 bytes: shorten it";
  check(world, {{{"secret-add", "--label", label, "foo=x"}, 1, "", long_label},
                {{"secret-set", own_secret, "--label", label}, 1, "", long_label},
                {{"secret-get", own_secret, "--label", label}, 1, "", long_label},
                {{"secret-add", "--description", description, "foo=x"},
                 1,
                 "",
                 "the secret's description has more than 64 KiB: shorten it"}});
  EXPECT_TRUE(world.state.secrets.pending.empty());
}

TEST(SecretAdd, SE9_an_application_has_its_leader_only) {
  World world;
  check(world, {{{"secret-add", "foo=x"}, 1, "", "this unit is not the leader"}});
  EXPECT_EQ(world.call({"secret-add", "--owner", "unit", "foo=x"}).code, 0);
  EXPECT_EQ(change_of(world, first_new).added_for, "web/0");
}

TEST(SecretAdd, SE15_a_unit_that_is_being_removed_adds_none) {
  World world = with_secret();
  world.sight.leaving = true;
  check(
    world,
    {{{"secret-add", "foo=x"}, 1, "", "cannot reserve secret for owner \"web\" which is not alive"},
     {{"secret-add", "--owner", "unit", "foo=x"},
      1,
      "",
      "cannot reserve secret for owner \"web/0\" which is not alive"}});
  EXPECT_TRUE(world.state.secrets.pending.empty());
}

TEST(SecretAdd, SE4_reads_file_after_file) {
  World world = with_secret();
  EXPECT_EQ(world.call({"secret-add", "one#file=/a", "two#file=/b", "three=x"}, "in it").code, 0);
  EXPECT_EQ(world.state.secrets.pending.at(first_new).content,
            (config::SecretContent{{"one", "aW4gaXQ="}, {"two", "aW4gaXQ="}, {"three", "eA=="}}));
  EXPECT_TRUE(world.state.secrets.files.empty()) << "nothing stays in the clear";
}

TEST(SecretAdd, SE14_a_label_twice_in_a_hook_is_refused) {
  World world = with_secret();
  EXPECT_EQ(world.call({"secret-add", "--label", "l", "foo=x"}).code, 0);
  check(
    world,
    {{{"secret-add", "--label", "l", "foo=y"}, 1, "", "secret with label \"l\" already exists"}});
}

TEST(SecretSet, SE18_several_are_one_and_the_last_content_counts) {
  World world = with_secret();
  check(world, {{{"secret-set", own_secret}, 0, "", ""}});
  EXPECT_TRUE(world.state.secrets.pending.empty());
  check(world, {{{"secret-set", own_secret, "--expire", "1h", "foo=x"}, 0, "", ""},
                {{"secret-set", "secret:" + own_secret, "foo=y"}, 0, "", ""},
                {{"secret-set", own_secret, "--description", "d"}, 0, "", ""}});
  EXPECT_EQ(world.state.secrets.pending.at(own_secret).content,
            (config::SecretContent{{"foo", "eQ=="}}));
  EXPECT_EQ(change_of(world, own_secret).expires, std::nullopt);
  EXPECT_EQ(change_of(world, own_secret).description, "d");
  check(world, {{{"secret-set"}, 2, "", "missing secret URI"}});
}

TEST(SecretRemove, SE27_drops_what_the_hook_has_added) {
  World world = with_secret();
  (void)world.call({"secret-add", "foo=x"});
  check(world, {{{"secret-remove", first_new}, 0, "", ""},
                {{"secret-remove", own_secret, "--revision", "0"},
                 2,
                 "",
                 "revision must be a positive integer"},
                {{"secret-remove", own_secret, "--revision", "1"}, 0, "", ""}});
  EXPECT_FALSE(world.state.secrets.pending.contains(first_new));
  EXPECT_EQ(change_of(world, own_secret).pruned, std::set<std::uint32_t>{1});
  check(world, {{{"secret-remove", own_secret}, 0, "", ""}});
  EXPECT_TRUE(change_of(world, own_secret).removed);
  check(world, {{{"secret-set", own_secret, "foo=x"}, 0, "", ""}});
  EXPECT_FALSE(change_of(world, own_secret).removed) << "SE18";
}

TEST(SecretGet, SE20_the_pinned_revision_the_latest_and_the_move) {
  World world = with_secret();
  check(
    world,
    {{{"secret-get", own_secret}, 0, "password: old\n", ""},
     {{"secret-get", own_secret, "--peek", "--format=json"}, 0, "{\"password\":\"new\"}\n", ""}});
  EXPECT_TRUE(world.effects.empty());
  check(world, {{{"secret-get", own_secret, "password", "--refresh"}, 0, "new\n", ""}});
  EXPECT_EQ(world.effects, (std::vector<Effect>{TrackSecret{own_secret, "web", 2, {}}}));
}

TEST(SecretGet, SE20_the_first_read_pins_the_latest_even_by_peek) {
  World world = with_secret();
  world.secrets.front().consumer.reset();
  check(world, {{{"secret-get", own_secret, "--peek", "password#base64"}, 0, "bmV3\n", ""}});
  EXPECT_EQ(world.effects, (std::vector<Effect>{TrackSecret{own_secret, "web", 2, {}}}));
}

TEST(SecretGet, SE19_wrong_words_and_SE11_who_may_not) {
  World world = with_secret();
  check(world, {{{"secret-get"}, 2, "", "require either a secret URI or label"},
                {{"secret-get", own_secret, "--peek", "--refresh"},
                 2,
                 "",
                 "specify one of --peek or --refresh but not both"},
                {{"secret-get", "x"}, 2, "", "secret URI \"x\" not valid"},
                {{"secret-get", own_secret, "user"}, 1, "", "secret key value \"user\" not found"},
                {{"secret-get", first_new}, 1, "", "secret \"secret:" + first_new + "\" not found"},
                {{"secret-get", "--label", "no"}, 1, "", "consumer label \"no\" not found"}});
  world.secrets.front().may_read = false;
  check(world, {{{"secret-get", own_secret}, 1, "", "permission denied"}});
  EXPECT_TRUE(world.effects.empty());
}

TEST(SecretGet, SE22_in_the_hook_that_changes_it) {
  World world = with_secret();
  (void)world.call({"secret-add", "--label", "fresh", "foo=x"});
  (void)world.call({"secret-set", own_secret, "password=next"});
  check(world, {{{"secret-get", "--label", "fresh"}, 0, "foo: x\n", ""},
                {{"secret-get", own_secret}, 0, "password: old\n", ""},
                {{"secret-get", own_secret, "--peek"}, 0, "password: next\n", ""}});
  EXPECT_FALSE(change_of(world, own_secret).tracks);
  check(world, {{{"secret-get", own_secret, "--refresh"}, 0, "password: next\n", ""}});
  EXPECT_TRUE(change_of(world, own_secret).tracks);
}

TEST(SecretGet, SE23_a_revision_that_is_gone) {
  World world = with_secret();
  world.secrets.front().contents.erase(1);
  check(world,
        {{{"secret-get", own_secret}, 1, "", "secret revision \"" + own_secret + "/1\" not found"},
         {{"secret-get", own_secret, "--peek"}, 0, "password: new\n", ""}});
}

TEST(SecretGet, SE28_a_consumer_calls_it_as_it_likes) {
  World world = with_secret();
  world.secrets.front().manages = false;
  check(world, {{{"secret-get", own_secret, "--label", "mine"}, 0, "password: old\n", ""}});
  EXPECT_EQ(world.effects, (std::vector<Effect>{TrackSecret{own_secret, "web", 1, "mine"}}));
  world.taken_by = "secret label \"mine\" for application \"web\" already exists";
  check(world, {{{"secret-get", own_secret, "--label", "mine"}, 1, "", world.taken_by}});
}

TEST(SecretInfo, SE24_what_is_managed_and_no_content) {
  World world = with_secret();
  check(world, {{{"secret-info-get", own_secret},
                 0,
                 own_secret + ":\n  revision: 2\n  label: pw\n  owner: application\n",
                 ""},
                {{"secret-info-get"}, 2, "", "require either a secret URI or label"},
                {{"secret-info-get", own_secret, "--label", "pw"},
                 2,
                 "",
                 "specify either a secret URI or label but not both"}});
  world.secrets.front().manages = false;
  check(world, {{{"secret-info-get", own_secret}, 1, "", "secret \"" + own_secret + "\" not found"},
                {{"secret-ids"}, 0, "", ""}});
}

TEST(SecretInfo, SE24_grants_are_as_this_hook_leaves_them) {
  World world = with_secret();
  const auto shows = [&](const std::string& id, const std::string& part) {
    return world.call({"secret-info-get", id}).output.find(part) != std::string::npos;
  };
  EXPECT_FALSE(shows(own_secret, "access"));
  check(world, {{{"secret-grant", own_secret, "-r", "1"}, 0, "", ""}});
  EXPECT_TRUE(shows(own_secret, "target: application-mysql"));
  world.secrets.front().grants["mysql/0"] = {own_secret, "mysql/0", "web", true, 1};
  EXPECT_EQ(
    world.call({"secret-revoke", own_secret, "--unit", "mysql/0"}).error,
    "WARNING mysql/0 can still read the secret: application \"mysql\" has it granted: revoke "
    "that\n");
  EXPECT_FALSE(shows(own_secret, "unit-mysql/0"));
  (void)world.call({"secret-add", "foo=x"});
  check(world, {{{"secret-grant", first_new, "-r", "1"}, 0, "", ""}});
  EXPECT_TRUE(shows(first_new, "target: application-mysql")) << "one that it has added";
}

TEST(SecretGrant, SE25_what_is_held_already_is_not_granted_again) {
  World world = with_secret();
  world.secrets.front().grants["mysql/0"] = {own_secret, "mysql/0", "web", true, 1};
  check(world, {{{"secret-grant", own_secret, "-r", "1", "--unit", "mysql/0"}, 0, "", ""}});
  EXPECT_TRUE(world.state.secrets.pending.empty());
}

TEST(SecretIds, SE10_those_of_this_hook_too) {
  World world = with_secret();
  (void)world.call({"secret-add", "foo=x"});
  check(world, {{{"secret-ids"}, 0, first_new + "\n" + own_secret + "\n", ""},
                {{"secret-remove", own_secret}, 0, "", ""},
                {{"secret-ids"}, 0, first_new + "\n", ""}});
}

TEST(SecretGrant, SE25_over_a_relation_to_its_other_end) {
  World world = with_secret();
  check(world,
        {{{"secret-grant"}, 2, "", "missing secret URI"},
         {{"secret-grant", own_secret}, 2, "", "no relation id specified"},
         {{"secret-grant", own_secret, "-r", "db:1", "--unit", "pg/0"},
          1,
          "",
          "cannot specify unit \"pg/0\" in relation to application \"mysql\""},
         {{"secret-grant", first_new, "-r", "1"}, 1, "", "secret \"" + first_new + "\" not found"},
         {{"secret-grant", own_secret, "-r", "1", "--unit", "mysql/0"}, 0, "", ""},
         {{"secret-grant", own_secret, "-r", "1"},
          1,
          "",
          "any unit level grants need to be revoked before granting access to the "
          "corresponding application"}});
  EXPECT_EQ(change_of(world, own_secret).grants.at("mysql/0"), 1U);
  EXPECT_FALSE(change_of(world, own_secret).grants.contains("mysql"));
}

TEST(SecretRevoke, SE26_of_exactly_that_subject_and_who_reads_on_is_said) {
  World world = with_secret();
  world.secrets.front().grants["mysql"] = {own_secret, "mysql", "web", true, 1};
  check(world, {{{"secret-revoke", own_secret}, 2, "", "missing relation or application or unit"},
                {{"secret-revoke", own_secret, "--app", "a", "--unit", "a/0"},
                 2,
                 "",
                 "specify only one of application or unit"}});
  const ToolReply told = world.call({"secret-revoke", own_secret, "--unit", "mysql/0"});
  EXPECT_EQ(told.code, 0);
  EXPECT_NE(told.error.find("mysql/0 can still read the secret"), std::string::npos);
  check(world, {{{"secret-revoke", own_secret, "-r", "1"}, 0, "", ""}});
  EXPECT_TRUE(change_of(world, own_secret).revoked.contains("mysql"));
}

} // namespace
} // namespace orrery::hooks
