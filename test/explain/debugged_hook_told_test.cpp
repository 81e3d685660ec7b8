#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/text.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// Explains web/0, whose agent runs that, where hooks have ten minutes.
std::string told_while(const std::string& runs) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).agent("web/0", "executing", runs);
  const render::Index index(model.contents);
  const auto explanation =
    explain::explain(index, {store::EntityKind::Unit, "web/0"}, {20, 20, false, false, 600'000});
  EXPECT_TRUE(explanation);
  return explanation ? explain::to_text(*explanation, {{true, {}}, at_ten}) : "";
}

TEST(Explain, D4_whose_debug_session_a_hook_or_an_action_runs_in_is_told_and_no_deadline) {
  const std::string hook =
    told_while("running db-relation-joined hook for db/0 in a debug session of ann");
  EXPECT_NE(hook.find("  runs hook \"db-relation-joined\" since 10:00:00Z, in a debug session of "
                      "ann, and waits for that user\n"),
            std::string::npos)
    << hook;
  const std::string action = told_while("running action backup in a debug session of ann");
  EXPECT_NE(action.find("  runs an action since 10:00:00Z, in a debug session of ann"),
            std::string::npos)
    << action;
}

} // namespace
} // namespace orrery::test
