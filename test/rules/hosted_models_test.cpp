#include "actors/rules/hosted_models.hpp"
#include "config/model_name.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using protocol::HostModel;
using rules::decide;
using rules::erase;
using rules::put;
using store::HostedModel;
using store::HostedState;

namespace {

using Hosting = HostModel::Step;
constexpr const char* some_uuid = "0b7c6f6e-7a7b-4c54-8b0c-333333333333";

HostedModel hosted(const std::string& name, HostedState state) {
  HostedModel record;
  record.uuid = some_uuid;
  record.name = name;
  record.owner = "bob";
  record.state = state;
  record.created = record.since = present;
  return record;
}

HostModel hosting(Hosting which, const std::string& name = "staging") {
  HostModel command{which, {}};
  command.model.uuid = some_uuid;
  command.model.name = name;
  command.model.owner = "bob";
  return command;
}

/// A first model that has the users bob and eve, and one who was removed.
rules::ModelState first_model() {
  auto model = World{}.model_state();
  for (const char* name : {"bob", "eve", "gone"})
    model.users[name].name = name;
  model.users["gone"].removed = true;
  return model;
}

rules::ModelState first_with(HostedState state) {
  auto model = first_model();
  rules::absorb(model, put(hosted("staging", state)));
  return model;
}

rules::ModelState dying_model() {
  auto model = World{}.model_state();
  model.record.life = store::Life::Dying;
  return model;
}

} // namespace

TEST(HostModel, MD34_is_made_before_it_is_alive) {
  auto first = first_model();
  const auto made = decide(first, hosting(Hosting::Make), now());
  EXPECT_EQ(made, decided({put(hosted("staging", HostedState::Making))}, {}, some_uuid));
  rules::absorb(first, made.writes.front());
  EXPECT_EQ(decide(first, hosting(Hosting::Begin), now()),
            decided({put(hosted("staging", HostedState::Alive)),
                     put(store::Grant{"bob", some_uuid, store::Access::Admin})},
                    {}, some_uuid));
}

TEST(HostModel, MD33_its_owner_is_a_user) {
  for (const char* owner : {"nobody", "gone", "controller"}) {
    auto wanted = hosting(Hosting::Make);
    wanted.model.owner = owner;
    EXPECT_TRUE(refused(decide(first_model(), wanted, now()), Code::NotFound,
                        "user \"" + std::string{owner} + "\" not found"));
  }
  auto admins = hosting(Hosting::Make);
  admins.model.owner = "admin";
  EXPECT_EQ(decide(first_model(), admins, now()).verdict, rules::Verdict::Proceed);
}

TEST(HostModel, MD34_nobody_has_a_right_who_was_removed_meanwhile_and_the_first_user_needs_none) {
  auto first = first_with(HostedState::Making);
  first.users["bob"].removed = true;
  EXPECT_EQ(decide(first, hosting(Hosting::Begin), now()).writes.size(), 1U);
  auto admins = hosted("staging", HostedState::Making);
  admins.owner = "admin";
  auto others = first_model();
  rules::absorb(others, put(admins));
  EXPECT_EQ(decide(others, hosting(Hosting::Begin), now()).writes.size(), 1U);
}

TEST(HostModel, MD3_with_a_model_go_all_rights_on_it) {
  auto first = first_with(HostedState::Dying);
  const store::Grant bobs{"bob", some_uuid, store::Access::Admin};
  const store::Grant eves{"eve", some_uuid, store::Access::Read};
  for (const store::Grant& grant :
       {bobs, eves, store::Grant{"eve", "controller", store::Access::Login}})
    rules::absorb(first, put(grant));
  EXPECT_EQ(decide(first, hosting(Hosting::Forget), now()),
            decided({erase(hosted("staging", HostedState::Dying)), erase(bobs), erase(eves)}));
}

TEST(HostModel, MD34_one_that_was_half_made_is_forgotten) {
  EXPECT_EQ(decide(first_with(HostedState::Making), hosting(Hosting::Forget), now()),
            decided({erase(hosted("staging", HostedState::Making))}));
  EXPECT_EQ(decide(World{}.model_state(), hosting(Hosting::Forget), now()), rules::nothing());
}

TEST(HostModel, MD20_refuses_what_is_no_name) {
  for (const char* name : {"", "-a", "A", "a_b", "a b", "a/b", "\xc3\xa4"})
    EXPECT_TRUE(refused(decide(first_model(), hosting(Hosting::Make, name), now()),
                        Code::InvalidName, "is not a valid name: model names may only contain"))
      << name;
  for (const char* name : {"1", "9-", "a", "a-b-1"})
    EXPECT_TRUE(config::is_model_name(name)) << name;
  auto nobodys = hosting(Hosting::Make);
  nobodys.model.owner.clear();
  EXPECT_TRUE(refused(decide(World{}.model_state(), nobodys, now()), Code::InvalidName, "owner"));
}

TEST(HostModel, MD20_refuses_a_name_that_is_too_long) {
  const std::string longest(config::model_name_max, 'a');
  EXPECT_EQ(decide(first_model(), hosting(Hosting::Make, longest + "a"), now()).verdict,
            rules::Verdict::Refuse);
  EXPECT_TRUE(refused(decide(first_model(), hosting(Hosting::Make, longest + "a"), now()),
                      Code::InvalidName, "has more than 256 bytes: choose a shorter one"));
  EXPECT_FALSE(refused(decide(first_model(), hosting(Hosting::Make, longest), now()),
                       Code::InvalidName, "has more than"));
}

TEST(HostModel, MD32_names_are_unique_for_their_owner) {
  const auto first = first_with(HostedState::Alive);
  auto another = hosting(Hosting::Make);
  another.model.uuid = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
  EXPECT_TRUE(refused(decide(first, another, now()), Code::AlreadyExists,
                      "model \"staging\" for bob already exists"));
  another.model.owner = "eve";
  EXPECT_EQ(decide(first, another, now()).verdict, rules::Verdict::Proceed);
  another.model.owner = "admin";
  another.model.name = first.record.name;
  EXPECT_TRUE(refused(decide(first, another, now()), Code::AlreadyExists, "already exists"));
}

TEST(HostModel, MD35_a_uuid_comes_once) {
  EXPECT_TRUE(
    refused(decide(first_with(HostedState::Alive), hosting(Hosting::Make, "other"), now()),
            Code::AlreadyExists, "already exists"));
}

TEST(HostModel, MD1_a_dying_one_keeps_its_name_until_it_is_gone) {
  auto first = first_with(HostedState::Dying);
  auto again = hosting(Hosting::Make);
  again.model.uuid = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
  EXPECT_TRUE(refused(decide(first, again, now()), Code::AlreadyExists, "already exists"));
  EXPECT_EQ(decide(first, hosting(Hosting::Begin), now()), rules::nothing());
  const auto gone = decide(first, hosting(Hosting::Forget), now());
  ASSERT_EQ(gone, decided({erase(hosted("staging", HostedState::Dying))}));
  rules::absorb(first, gone.writes.front());
  EXPECT_EQ(decide(first, again, now()).verdict, rules::Verdict::Proceed);
}

TEST(HostModel, MD1_one_that_is_alive_is_not_forgotten) {
  EXPECT_TRUE(refused(decide(first_with(HostedState::Alive), hosting(Hosting::Forget), now()),
                      Code::NotAlive, "destroy it first"));
}

TEST(HostModel, MD3_is_set_dying_with_how) {
  auto end = hosting(Hosting::End);
  end.model.force = true;
  end.model.max_wait = 5'000;
  end.model.has_timeout = true;
  end.model.timeout = 10'000;
  auto after = hosted("staging", HostedState::Dying);
  after.force = true;
  after.max_wait = 5'000;
  after.has_timeout = true;
  after.timeout = 10'000;
  EXPECT_EQ(decide(first_with(HostedState::Alive), end, now()),
            decided({put(after)}, {}, some_uuid));
}

TEST(HostModel, MD8_without_force_a_timeout_counts_for_nothing) {
  auto end = hosting(Hosting::End);
  end.model.has_timeout = true;
  end.model.timeout = 10'000;
  EXPECT_EQ(decide(first_with(HostedState::Alive), end, now()),
            decided({put(hosted("staging", HostedState::Dying))}, {}, some_uuid));
}

TEST(HostModel, MD6_again_changes_only_what_is_forced) {
  const auto first = first_with(HostedState::Dying);
  EXPECT_EQ(decide(first, hosting(Hosting::End), now()), rules::nothing());
  auto forced = hosting(Hosting::End);
  forced.model.force = true;
  auto after = hosted("staging", HostedState::Dying);
  after.force = true;
  EXPECT_EQ(decide(first, forced, now()), decided({put(after)}, {}, some_uuid));
}

TEST(HostModel, MD11_refuses_one_that_is_not_there_or_is_being_made) {
  EXPECT_TRUE(refused(decide(World{}.model_state(), hosting(Hosting::End), now()), Code::NotFound,
                      "model not found, it may have been destroyed during this operation"));
  EXPECT_TRUE(refused(decide(first_with(HostedState::Making), hosting(Hosting::End), now()),
                      Code::NotAlive, "is being made"));
}

TEST(EndModel, MD3_sets_the_model_dying_once) {
  const auto model = World{}.model_state();
  EXPECT_EQ(decide(model, protocol::EndModel{}, now()), decided({put(dying_model().record)}));
  EXPECT_EQ(decide(dying_model(), protocol::EndModel{}, now()), rules::nothing());
}

TEST(EndModel, MD5_nothing_new_comes_in) {
  World world;
  protocol::CreateApplication wanted;
  wanted.name = "web";
  wanted.charm = world.application("web").contents().charms.at(charm_url("web"));
  const std::string dies = "model \"" + dying_model().record.name + "\" is dying";
  EXPECT_TRUE(refused(decide(dying_model(), wanted, now()), Code::NotAlive,
                      "cannot add application \"web\": " + dies));
  EXPECT_TRUE(refused(decide(dying_model(), protocol::AddMachine{}, now()), Code::NotAlive,
                      "cannot add a new machine: " + dies));
  EXPECT_TRUE(refused(decide(dying_model(), rules::MachineForUnit{}, now()), Code::NotAlive,
                      "cannot add a new machine: " + dies));
}

TEST(EndModel, MD5_its_configuration_goes_on) {
  EXPECT_EQ(decide(dying_model(), protocol::SetModelConfig{{{"mode", "x"}}, {}}, now()).verdict,
            rules::Verdict::Proceed);
}

} // namespace orrery::test
