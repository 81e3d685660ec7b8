#include "actors/rules/application_settings.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/model_settings.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;

namespace {

/// A model that all machines to come get constraints from.
rules::ModelState constrained_model(const std::string& constraints) {
  rules::ModelState model = World{}.machine(0).model_state();
  model.config.constraints = constraints;
  return model;
}

/// The constraints of the machine that a decision makes.
std::string of_made_machine(const rules::Decision& decision) {
  for (const rules::Write& write : decision.writes)
    if (const auto* machine = std::get_if<store::Machine>(&write.record))
      return machine->constraints.text();
  return "no machine";
}

} // namespace

TEST(SetConstraints, MD69_replaces_all_in_canonical_form_and_the_same_again_writes_nothing) {
  auto application = World{}.application("web").application_state("web");
  application.record.constraints = std::string("tags=old");
  const auto record = changed(application.record, [](store::Application& after) {
    after.constraints = std::string("cores=2 mem=4096M");
  });
  const protocol::SetConstraints change{"web", "mem=4G cpu-cores=2"};
  EXPECT_EQ(decide(application, change, now()), decided({put(record)}));
  application.record = record;
  EXPECT_EQ(decide(application, change, now()), rules::nothing());
  application.record.life = store::Life::Dying;
  EXPECT_TRUE(refused(decide(application, protocol::SetConstraints{"web", ""}, now()),
                      Code::NotAlive, "only an Alive one"));
}

TEST(SetConstraints, MD69_refuses_what_is_none_and_what_a_subordinate_cannot_have) {
  auto application = World{}.application("web").application_state("web");
  EXPECT_TRUE(refused(decide(application, protocol::SetConstraints{"web", "flavour=x"}, now()),
                      Code::BadOption, "unknown constraint \"flavour\""));
  application.record.subordinate = true;
  EXPECT_TRUE(refused(decide(application, protocol::SetConstraints{"web", "cores=1"}, now()),
                      Code::IsSubordinate, "do not apply to subordinate"));
}

TEST(SetModelConstraints, MD69_replaces_all_and_leaves_the_models_settings) {
  auto model = constrained_model("tags=old");
  model.config.values = {{"mode", "m"}};
  const store::ModelConfig after{{{"mode", "m"}}, std::string("mem=1024M")};
  EXPECT_EQ(decide(model, protocol::SetModelConstraints{"mem=1G"}, now()), decided({put(after)}));
  model.config = after;
  EXPECT_EQ(decide(model, protocol::SetModelConstraints{"mem=1024"}, now()), rules::nothing());
  EXPECT_TRUE(refused(decide(model, protocol::SetModelConstraints{"cores"}, now()), Code::BadOption,
                      "malformed constraint"));
  const auto settings = decide(model, protocol::SetModelConfig{{{"test-mode", "true"}}, {}}, now());
  ASSERT_EQ(settings.writes.size(), 1U);
  EXPECT_EQ(std::get<store::ModelConfig>(settings.writes.front().record).constraints.text(),
            "mem=1024M");
}

TEST(AddMachine, MD69_a_machine_keeps_its_own_constraints_over_the_models) {
  const auto model = constrained_model("cores=2 mem=4096M");
  protocol::AddMachine wanted;
  wanted.constraints = "mem=1G";
  EXPECT_EQ(of_made_machine(decide(model, wanted, now())), "cores=2 mem=1024M");
  wanted.constraints = "mem=much";
  EXPECT_TRUE(refused(decide(model, wanted, now()), Code::BadOption, "bad \"mem\" constraint"));
  EXPECT_EQ(of_made_machine(decide(constrained_model(""), protocol::AddMachine{}, now())), "");
}

TEST(AddUnit, MD69_a_units_machine_has_what_its_application_and_the_model_say) {
  auto application = World{}.application("web").application_state("web");
  application.record.constraints = std::string("cores=3");
  const auto asked = decide(application, protocol::AddUnit{"web", {}}, now());
  ASSERT_EQ(asked.visits.size(), 1U);
  const auto& step = std::get<rules::MachineForUnit>(asked.visits.front().step);
  EXPECT_EQ(step.constraints, "cores=3");
  EXPECT_EQ(of_made_machine(decide(constrained_model("cores=1 mem=4096M"), step, now())),
            "cores=3 mem=4096M");
}

TEST(CreateApplication, MD69_has_its_constraints_from_the_beginning) {
  World world;
  world.application("web");
  store::Charm charm = world.contents().charms.at(charm_url("web"));
  protocol::CreateApplication wanted{"shop", charm, {}, false, "cpu-cores=2"};
  const auto made = decide(world.model_state(), wanted, now());
  bool has_it = false;
  for (const rules::Write& write : made.writes)
    if (const auto* record = std::get_if<store::Application>(&write.record))
      has_it = record->constraints.text() == "cores=2";
  EXPECT_TRUE(has_it);
  wanted.constraints = "flavour=x";
  EXPECT_TRUE(refused(decide(world.model_state(), wanted, now()), Code::BadOption, "flavour"));
}

TEST(CreateApplication, CL12_the_same_charm_from_another_place_is_no_other_charm) {
  World world;
  world.application("web");
  store::Charm charm = world.contents().charms.at(charm_url("web"));
  charm.source = "/elsewhere/web";
  const auto made =
    decide(world.model_state(), protocol::CreateApplication{"shop", charm, {}}, now());
  EXPECT_EQ(made.verdict, rules::Verdict::Proceed);
  charm.summary = "changed";
  EXPECT_TRUE(
    refused(decide(world.model_state(), protocol::CreateApplication{"shop", charm, {}}, now()),
            Code::Contention, "deployed meanwhile"));
}

} // namespace orrery::test
