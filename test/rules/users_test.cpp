// Users and their rights: every decision as a whole.
#include "actors/rules/users.hpp"
#include "config/user_name.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::ChangeGrant;
using protocol::Code;
using rules::decide;
using rules::erase;
using rules::put;
using store::Access;
using store::Grant;
using store::User;

namespace {

const std::string model_uuid = "0b7c6f6e";

/// A user who has registered.
User bob() {
  return {"bob", "Bob", "$hash", "", false, false, 5, 0};
}

rules::ModelState model_with(std::vector<User> users, std::vector<Grant> grants = {}) {
  rules::ModelState model = World().model_state();
  for (auto& user : users)
    model.users[user.name] = user;
  for (auto& grant : grants)
    model.grants[{grant.user, grant.target}] = grant;
  return model;
}

rules::Decision decide_on(const rules::ModelState& model, const protocol::Command& command) {
  return decide(model, command, now());
}

} // namespace

TEST(AddUser, UR5_a_user_has_login_and_no_password) {
  const User added{"bob", "Bob", "", "digest", false, false, present, 0};
  const auto expected = decided({put(added), put(Grant{"bob", "controller", Access::Login})});
  EXPECT_EQ(decide_on(model_with({}), protocol::AddUser{"bob", "Bob", "digest"}), expected);
  EXPECT_TRUE(refused(decide_on(model_with({bob()}), protocol::AddUser{"bob", "", "d"}),
                      Code::AlreadyExists, "user bob already exists"));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::AddUser{"admin", "", "d"}),
                      Code::AlreadyExists, "user admin already exists"));
  for (const auto* name : {"", "b", "-bob", "bob-", "b/ob", "bo b"})
    EXPECT_TRUE(refused(decide_on(model_with({}), protocol::AddUser{name, "", "d"}),
                        Code::InvalidName, "invalid user name"));
  EXPECT_TRUE(
    refused(decide_on(model_with({}), protocol::AddUser{"bob", std::string(257, 'x'), "d"}),
            Code::LimitExceeded, "display name"));
}

TEST(AddUser, UR5_a_name_that_could_not_log_in_is_refused) {
  const std::string longest(config::user_name_max, 'x');
  EXPECT_EQ(decide_on(model_with({}), protocol::AddUser{longest, "", "d"}).verdict,
            rules::Verdict::Proceed);
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::AddUser{longest + "x", "", "d"}),
                      Code::LimitExceeded, "the user's name has more than 256 bytes"));
}

TEST(AddUser, UR5_there_are_so_many_at_most) {
  rules::ModelState model = model_with({});
  for (std::size_t i = 0; i < rules::users_max; ++i)
    model.users["u" + std::to_string(i)] = {};
  EXPECT_TRUE(refused(decide_on(model, protocol::AddUser{"bob", "", "d"}), Code::LimitExceeded,
                      "users, the most"));
}

TEST(RemoveUser, UR12_all_rights_go_in_the_same_transaction) {
  const Grant on_controller{"bob", "controller", Access::Login};
  const Grant on_model{"bob", model_uuid, Access::Admin};
  const Grant of_another{"bobby", model_uuid, Access::Read};
  User left;
  left.name = "bob";
  left.removed = true;
  EXPECT_EQ(decide_on(model_with({bob()}, {on_controller, on_model, of_another}),
                      protocol::RemoveUser{"bob"}),
            decided({put(left), erase(on_model), erase(on_controller)}));
  EXPECT_TRUE(refused(decide_on(model_with({left}), protocol::RemoveUser{"bob"}), Code::NotAlive,
                      "the user has already been permanently deleted"));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::RemoveUser{"bob"}), Code::NotFound,
                      "user \"bob\" not found"));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::RemoveUser{"admin"}), Code::NotAlive,
                      "cannot delete controller owner \"admin\""));
}

TEST(AddUser, UR12_a_name_added_again_has_no_right_and_no_password) {
  User left;
  left.name = "bob";
  left.removed = true;
  const User added{"bob", "", "", "d", false, false, present, 0};
  EXPECT_EQ(decide_on(model_with({left}), protocol::AddUser{"bob", "", "d"}),
            decided({put(added), put(Grant{"bob", "controller", Access::Login})}));
}

TEST(SetPassword, UR8_a_registration_works_once) {
  User fresh = bob();
  fresh.password.clear();
  fresh.registration = "digest";
  const protocol::SetPassword set{"bob", "$new", "digest"};
  User after = fresh;
  after.password = "$new";
  after.registration.clear();
  EXPECT_EQ(decide_on(model_with({fresh}), set), decided({put(after)}));
  const std::string again = "secret key for user \"bob\" not found: a registration is good once; "
                            "\"orrery change-user-password bob --reset\" makes another";
  EXPECT_TRUE(refused(decide_on(model_with({after}), set), Code::NotFound, again));
  EXPECT_TRUE(refused(decide_on(model_with({}), set), Code::NotFound, again));
  fresh.disabled = true;
  EXPECT_TRUE(refused(decide_on(model_with({fresh}), set), Code::NotFound, again));
  // A user without a registration has none that an empty digest opens.
  EXPECT_TRUE(refused(decide_on(model_with({bob()}), protocol::SetPassword{"bob", "$new", ""}),
                      Code::NotFound, again));
}

TEST(SetPassword, UR10_ends_an_open_registration_and_gives_the_first_user_one) {
  User open = bob();
  open.registration = "digest";
  User after = bob();
  after.password = "$new";
  EXPECT_EQ(decide_on(model_with({open}), protocol::SetPassword{"bob", "$new"}),
            decided({put(after)}));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::SetPassword{"bob", "$new"}),
                      Code::NotFound, "permission denied"));
  const auto model = model_with({});
  const User first{"admin", "", "$new", "", false, false, model.record.created, 0};
  EXPECT_EQ(decide_on(model, protocol::SetPassword{"admin", "$new"}), decided({put(first)}));
}

TEST(ResetPassword, UR10_the_old_one_is_dead_at_once) {
  User after = bob();
  after.password.clear();
  after.registration = "digest";
  EXPECT_EQ(decide_on(model_with({bob()}), protocol::ResetPassword{"bob", "digest"}),
            decided({put(after)}));
  for (const auto* name : {"admin", "eve"})
    EXPECT_TRUE(refused(decide_on(model_with({bob()}), protocol::ResetPassword{name, "digest"}),
                        Code::NotFound, "permission denied"));
}

TEST(EnableUser, UR11_repeated_it_is_so_already_and_rights_stay) {
  User disabled = bob();
  disabled.disabled = true;
  EXPECT_EQ(decide_on(model_with({bob()}), protocol::EnableUser{"bob", false}),
            decided({put(disabled)}));
  EXPECT_EQ(decide_on(model_with({disabled}), protocol::EnableUser{"bob", false}),
            rules::nothing());
  EXPECT_EQ(decide_on(model_with({disabled}), protocol::EnableUser{"bob", true}),
            decided({put(bob())}));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::EnableUser{"admin", false}),
                      Code::NotAlive, "cannot disable controller model owner"));
  EXPECT_TRUE(refused(decide_on(model_with({}), protocol::EnableUser{"eve", false}), Code::NotFound,
                      "permission denied"));
}

TEST(Grant, UR14_a_level_that_he_has_already_is_refused) {
  const Grant write{"bob", model_uuid, Access::Write};
  EXPECT_EQ(decide_on(model_with({bob()}), ChangeGrant{"bob", model_uuid, Access::Write}),
            decided({put(write)}));
  EXPECT_EQ(decide_on(model_with({bob()}, {write}), ChangeGrant{"bob", model_uuid, Access::Admin}),
            decided({put(Grant{"bob", model_uuid, Access::Admin})}));
  for (const auto access : {Access::Read, Access::Write})
    EXPECT_TRUE(
      refused(decide_on(model_with({bob()}, {write}), ChangeGrant{"bob", model_uuid, access}),
              Code::AlreadyExists, "user already has \""));
  EXPECT_TRUE(refused(decide_on(model_with({}), ChangeGrant{"x", model_uuid, Access::Read}),
                      Code::NotFound,
                      "could not grant model access: user \"x\" does not exist locally: user \"x\" "
                      "not found"));
  EXPECT_TRUE(refused(decide_on(model_with({}), ChangeGrant{"admin", model_uuid, Access::Read}),
                      Code::AlreadyExists, "or greater"));
}

TEST(Grant, UR1_levels_are_of_what_they_are_given_on) {
  for (const auto access : {Access::Login, Access::Superuser})
    EXPECT_TRUE(refused(decide_on(model_with({bob()}), ChangeGrant{"bob", model_uuid, access}),
                        Code::BadOption, "is no level of access of a model"));
  for (const auto access : {Access::Read, Access::Write, Access::Admin})
    EXPECT_TRUE(refused(decide_on(model_with({bob()}), ChangeGrant{"bob", "controller", access}),
                        Code::BadOption, "is no level of access of a controller"));
}

/// A row: what he has, what is taken away, what he has afterwards.
struct Revoked {
  Access had;
  Access taken;
  std::optional<Access> left;
};

TEST(Revoke, UR14_never_raises_a_level) {
  const std::vector<Revoked> rows{
    {Access::Read, Access::Read, {}},
    {Access::Write, Access::Read, {}},
    {Access::Admin, Access::Read, {}},
    {Access::Write, Access::Write, Access::Read},
    {Access::Admin, Access::Write, Access::Read},
    {Access::Admin, Access::Admin, Access::Write},
    {Access::Read, Access::Write, Access::Read},
    {Access::Read, Access::Admin, Access::Read},
    {Access::Write, Access::Admin, Access::Write},
  };
  for (const auto& row : rows) {
    const Grant had{"bob", model_uuid, row.had};
    const auto decision =
      decide_on(model_with({bob()}, {had}), ChangeGrant{"bob", model_uuid, row.taken, true});
    if (!row.left)
      EXPECT_EQ(decision, decided({erase(had)}));
    else if (*row.left == row.had)
      EXPECT_EQ(decision, rules::nothing());
    else
      EXPECT_EQ(decision, decided({put(Grant{"bob", model_uuid, *row.left})}));
  }
}

TEST(Revoke, UR14_of_the_controller_leaves_login_or_nothing) {
  const Grant super{"bob", "controller", Access::Superuser};
  EXPECT_EQ(decide_on(model_with({bob()}, {super}),
                      ChangeGrant{"bob", "controller", Access::Superuser, true}),
            decided({put(Grant{"bob", "controller", Access::Login})}));
  EXPECT_EQ(
    decide_on(model_with({bob()}, {super}), ChangeGrant{"bob", "controller", Access::Login, true}),
    decided({erase(super)}));
  EXPECT_TRUE(
    refused(decide_on(model_with({bob()}), ChangeGrant{"x", model_uuid, Access::Read, true}),
            Code::NotFound, "could not revoke model access: model user \"x\" does not exist"));
  EXPECT_TRUE(
    refused(decide_on(model_with({}), ChangeGrant{"admin", "controller", Access::Superuser, true}),
            Code::NotAlive, "controller owner"));
}

TEST(NoteConnection, UR17_once_an_hour_at_most) {
  User seen = bob();
  seen.last_connection = present;
  const Grant grant{"bob", model_uuid, Access::Read};
  Grant used = grant;
  used.last_connection = present;
  const protocol::NoteConnection note{"bob", model_uuid};
  EXPECT_EQ(decide_on(model_with({bob()}, {grant}), note), decided({put(seen), put(used)}));
  EXPECT_EQ(decide_on(model_with({seen}, {used}), note), rules::nothing());
  rules::Context later = now();
  later.now = present + rules::connection_noted_after;
  EXPECT_EQ(decide(model_with({seen}), protocol::Command{note}, later).writes.size(), 1U);
  EXPECT_EQ(decide_on(model_with({}), note), rules::nothing());
}

TEST(Grant, MD3_all_on_a_model_go_with_it) {
  const Grant one{"bob", model_uuid, Access::Read};
  const Grant other{"eve", "another", Access::Read};
  rules::Decision decision;
  rules::erase_grants_on(decision, model_with({bob()}, {one, other}), model_uuid);
  EXPECT_EQ(decision, decided({erase(one)}));
}

} // namespace orrery::test
