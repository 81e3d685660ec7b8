#include "cmd/views/explain/explain.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

using explain::Step;
using explain::Subject;
using store::EntityKind;

/// Whether it is said that somebody has to go on first.
bool waits_for_somebody(const SampleModel& model, const Subject& subject) {
  const render::Index index(model.contents);
  const auto told = explain::explain(index, subject, {20, 20});
  EXPECT_TRUE(told);
  return told && std::any_of(told->steps.begin(), told->steps.end(), [](const Step& step) {
           return step.action == Step::Action::Continue;
         });
}

TEST(ExplainSteps, US3_an_update_status_that_has_failed_holds_up_its_relation_and_not_its_unit) {
  for (const char* hook : {"update-status", "config-changed"}) {
    SampleModel model;
    model.machine(0).application("web").application("db").unit("web/0", 0);
    model.relation(4, "web:db", "db:server", "sql").in_scope(4, "web/0");
    model.contents.relations[4].life = store::Life::Dying;
    model.failed("web/0", {hook, 0, false, "", 1, 5, 60'000, "no answer"});
    EXPECT_TRUE(waits_for_somebody(model, {EntityKind::Relation, "4"})) << hook;
    model.contents.units["web/0"].life = store::Life::Dying;
    EXPECT_EQ(waits_for_somebody(model, {EntityKind::Unit, "web/0"}),
              hook != std::string("update-status"));
  }
}

} // namespace
} // namespace orrery::test
