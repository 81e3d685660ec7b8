// Files that charms are given, in the model (RS2, RS5, RS6, RS11 to RS13).
#include "actors/rules/model.hpp"
#include "actors/rules/resources.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;

namespace {

store::Resource bytes(const std::string& hash, store::Milliseconds at = 0) {
  return {hash, 3, at, "admin"};
}

std::shared_ptr<const store::Charm> with_site(const store::Charm& charm) {
  auto declared = std::make_shared<store::Charm>(charm);
  declared->resources["site"] = {"site.tgz", ""};
  return declared;
}

/// An application whose charm declares `site`.
rules::ApplicationState web_with_site() {
  auto state = World{}.application("web").application_state("web");
  state.charm = with_site(*state.charm);
  return state;
}

rules::ApplicationState web_that_has(const std::string& hash) {
  auto state = web_with_site();
  state.resources = {"web", {{"site", bytes(hash, 1)}}};
  return state;
}

store::Application changed_once(const rules::ApplicationState& state) {
  return changed(state.record, [](store::Application& after) { ++after.charm_changes; });
}

protocol::RefreshApplication to_itself(const rules::ApplicationState& state) {
  protocol::RefreshApplication wanted;
  wanted.application = state.record.name;
  wanted.charm = *state.charm;
  return wanted;
}

} // namespace

TEST(AttachResource, RS5_other_bytes_count_as_a_change_of_the_charm) {
  const auto web = web_that_has("aa");
  EXPECT_EQ(decide(web, protocol::AttachResource{"web", "site", bytes("bb")}, now()),
            decided({put(changed_once(web)),
                     put(store::Resources{"web", {{"site", bytes("bb", now().now)}}})}));
}

TEST(AttachResource, RS5_the_same_bytes_change_only_when_and_by_whom) {
  auto again = bytes("aa");
  again.user = "bob";
  auto after = again;
  after.at = now().now;
  EXPECT_EQ(decide(web_that_has("aa"), protocol::AttachResource{"web", "site", again}, now()),
            decided({put(store::Resources{"web", {{"site", after}}})}));
}

TEST(AttachResource, RS6_the_first_upload_counts_as_other_bytes) {
  const auto web = web_with_site();
  EXPECT_EQ(decide(web, protocol::AttachResource{"web", "site", bytes("aa")}, now()),
            decided({put(changed_once(web)),
                     put(store::Resources{"web", {{"site", bytes("aa", now().now)}}})}));
}

TEST(AttachResource, RS2_refuses_a_name_that_the_charm_does_not_declare) {
  EXPECT_TRUE(
    refused(decide(web_with_site(), protocol::AttachResource{"web", "iste", bytes("aa")}, now()),
            Code::BadOption, "unrecognized resource \"iste\""));
}

TEST(CreateApplication, RS2_comes_with_its_files_or_is_refused) {
  const auto model = World{}.machine(0).model_state();
  protocol::CreateApplication wanted{"shop", *web_with_site().charm, {}};
  wanted.resources = {{"site", bytes("aa")}};
  const auto decision = decide(model, wanted, now());
  ASSERT_EQ(decision.verdict, rules::Verdict::Proceed);
  const store::Resources kept{"shop", {{"site", bytes("aa", now().now)}}};
  bool is_written = false;
  for (const rules::Write& write : decision.writes) {
    is_written |= write == put(kept);
    if (const auto* shop = std::get_if<store::Application>(&write.record)) {
      EXPECT_EQ(shop->charm_changes, 0U) << "no upgrade-charm runs for what it began with";
    }
  }
  EXPECT_TRUE(is_written);
  wanted.resources = {{"x", bytes("aa")}, {"y", bytes("bb")}};
  EXPECT_TRUE(
    refused(decide(model, wanted, now()), Code::BadOption, "unrecognized resources: x, y"));
}

TEST(RefreshApplication, RS12_what_is_given_is_replaced_and_what_is_there_stays) {
  const auto web = web_that_has("aa");
  auto wanted = to_itself(web);
  wanted.resources = {{"site", bytes("bb")}};
  EXPECT_EQ(decide(web, wanted, now()),
            decided({put(changed_once(web)),
                     put(store::Resources{"web", {{"site", bytes("bb", now().now)}}})}));
  wanted.resources.clear();
  EXPECT_EQ(decide(web, wanted, now()), rules::nothing());
}

TEST(RefreshApplication, RS12_a_resource_that_is_new_in_the_charm_is_to_be_given) {
  const auto web = web_that_has("aa");
  auto wanted = to_itself(web);
  wanted.charm.url = "local:web-2";
  wanted.charm.revision = 2;
  wanted.charm.resources["tool"] = {"tool", ""};
  EXPECT_TRUE(refused(decide(web, wanted, now()), Code::BadOption,
                      "new resource \"tool\" was missing, please provide it via --resource"));
  wanted.resources = {{"tool", bytes("cc")}};
  const auto decision = decide(web, wanted, now());
  ASSERT_EQ(decision.verdict, rules::Verdict::Proceed);
  EXPECT_EQ(std::get<store::Application>(decision.writes.at(0).record).charm_changes, 1U)
    << "one upgrade-charm together with the charm";
}

TEST(RefreshApplication, RS12_a_resource_that_the_new_charm_does_not_declare_goes) {
  const auto web = web_that_has("aa");
  auto wanted = to_itself(web);
  wanted.charm.resources.clear();
  EXPECT_TRUE(rules::resources_after(web, wanted, 5).all.empty());
  EXPECT_FALSE(rules::have_other_bytes(web.resources, rules::resources_after(web, wanted, 5)));
}

TEST(RemoveApplication, RS13_drops_its_resources) {
  const auto web = web_that_has("aa");
  const auto decision = decide(web, protocol::RemoveApplication{"web", {}}, now());
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), rules::erase(web.resources)),
            decision.writes.end());
}

TEST(UseResource, RS11_is_noted_once_and_goes_with_the_unit) {
  auto unit = World{}.machine(0).application("web").unit("web/0").on_machine(0).unit_state("web/0");
  const protocol::UseResource used{"web/0", "site", bytes("aa", 7)};
  const store::Resources noted{"web/0", {{"site", bytes("aa", 7)}}};
  EXPECT_EQ(decide(unit, used, now()), decided({put(noted)}));
  EXPECT_FALSE(rules::absorb(unit, put(noted))) << "no agent waits for it";
  EXPECT_EQ(decide(unit, used, now()), rules::nothing());
  unit.record.life = store::Life::Dead;
  EXPECT_TRUE(refused(decide(unit, used, now()), Code::NotAlive, "is dead"));
  const auto gone = decide(unit, protocol::DeleteUnit{"web/0"}, now());
  EXPECT_NE(std::find(gone.writes.begin(), gone.writes.end(), rules::erase(noted)),
            gone.writes.end());
}

TEST(AddUnit, RS5_a_new_unit_is_told_nothing_of_changes_before_it) {
  auto web = web_that_has("aa");
  web.record.charm_changes = 4;
  const auto decision = decide(web, protocol::AddUnit{"web", 0}, now());
  for (const rules::Write& write : decision.writes)
    if (const auto* unit = std::get_if<store::Unit>(&write.record)) {
      EXPECT_EQ(unit->charm_changes, 4U);
    }
}

} // namespace orrery::test
