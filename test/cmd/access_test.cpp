// Rights of users: looked up at each verb, and good for one model only.
#include "cmd/session/access.hpp"
#include "cmd/session/command_rights.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

using store::Access;
using test::has;
using test::TwoModels;
using Typed = std::vector<std::string>;

/// Makes the shortest command line of a verb, with the other model among its words.
Typed words_at(const Verb& verb, const std::string& model) {
  Typed words{verb.name};
  words.resize(1 + verb.words_min, "x");
  if (verb.names_model) {
    words.resize(std::max<std::size_t>(words.size(), 2));
    words[1] = model;
    return words;
  }
  words.insert(words.begin() + 1, {"--model", model});
  return words;
}

/// Whether nothing of the other model was told or changed.
void expect_untouched(TwoModels& bench, const std::string& what) {
  EXPECT_EQ(bench.other.commands(), 0U) << what;
  EXPECT_FALSE(has(bench.output.printed, TwoModels::marker)) << what << bench.output.printed;
  EXPECT_FALSE(has(bench.output.complained, TwoModels::marker)) << what << bench.output.complained;
}

TEST(Access, UR2_nothing_of_one_model_is_read_or_changed_with_rights_on_another) {
  TwoModels bench;
  bench.user("nobody", {});
  bench.user("guest", Access::Login);
  bench.user("reader", Access::Login, Access::Read);
  bench.user("writer", Access::Login, Access::Write);
  bench.user("owner", Access::Login, Access::Admin);
  bench.user("gone", Access::Login, Access::Admin, Access::Admin);
  bench.orchestrator.change([](store::Contents& all) { all.users["gone"].disabled = true; });
  for (const std::string who : {"nobody", "guest", "reader", "writer", "owner", "gone"})
    for (const std::string model : {"other", "admin/other", "orrery:other", "bbbbbbbb"})
      for (const auto& verb : verbs()) {
        if (verb.later || verb.local)
          continue;
        bench.become(who);
        const std::string what = who + " " + verb.name + " " + model + ": ";
        const int exit = bench.verb(words_at(verb, model));
        expect_untouched(bench, what);
        if (*verb.right > Right::Login || verb.names_model) {
          EXPECT_NE(exit, Exit::Fine) << what << bench.output.printed;
        }
      }
}

TEST(Access, UR2_the_least_right_of_each_verb_counts_on_the_model_itself) {
  const std::vector<std::pair<Right, std::optional<Access>>> levels{{Right::Login, {}},
                                                                    {Right::Read, Access::Read},
                                                                    {Right::Write, Access::Write},
                                                                    {Right::Admin, Access::Admin}};
  TwoModels bench;
  for (const auto& [right, access] : levels) {
    bench.user("bob", Access::Login, access);
    bench.become("bob");
    for (const auto& verb : verbs()) {
      if (verb.later || verb.local || *verb.right <= right || verb.right_of != nullptr)
        continue;
      Typed words{verb.name};
      words.resize(1 + verb.words_min, "x");
      if (verb.names_model)
        words = {verb.name, TwoModels::first_uuid};
      EXPECT_EQ(bench.verb(words), Exit::Failed) << verb.name;
      const auto denied = right < Right::Read ? std::string{} : verb.denied;
      EXPECT_EQ(bench.output.complained, "ERROR " + denied + "permission denied\n") << verb.name;
    }
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(Access, UR2_a_right_counts_from_the_next_verb_on_and_ends_with_it) {
  TwoModels bench;
  bench.user("bob", Access::Login);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"status"}), Exit::Failed);
  bench.user("bob", Access::Login, Access::Read);
  EXPECT_EQ(bench.verb({"status"}), Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.verb({"add-machine"}), Exit::Failed);
  bench.user("bob", Access::Login, Access::Write);
  EXPECT_EQ(bench.verb({"add-machine"}), Exit::Fine) << bench.output.complained;
  bench.user("bob", Access::Superuser);
  EXPECT_EQ(bench.verb({"status", "-m", "other"}), Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.session.right, Right::Login) << "no right outlives its verb";
  bench.user("bob", {}, Access::Admin);
  EXPECT_EQ(bench.verb({"status"}), Exit::Failed) << "no login, no right";
  bench.user("bob", Access::Login, Access::Superuser);
  EXPECT_EQ(bench.verb({"status"}), Exit::Failed) << "no level of a model";
}

TEST(Access, UR3_what_one_may_not_see_is_not_found_and_a_uuid_says_nothing) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read);
  bench.become("bob");
  for (const std::string name : {"other", "nowhere"}) {
    EXPECT_EQ(bench.verb({"status", "-m", name}), Exit::Failed);
    EXPECT_EQ(bench.output.complained, "ERROR model orrery:bob/" + name + " not found\n");
  }
  for (const std::string uuid : {"bbbbbbbb", "cccccccc"}) {
    EXPECT_EQ(bench.verb({"status", "-m", uuid}), Exit::Failed);
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << uuid;
  }
}

TEST(Access, UR15_only_a_models_admins_give_rights_on_it) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Admin, Access::Write);
  bench.user("eve", Access::Login);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"grant", "eve", "read", "default", "other"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
  const auto records = bench.orchestrator.contents();
  EXPECT_TRUE(records->grants.contains({"eve", TwoModels::first_uuid})) << "the others stand";
  EXPECT_FALSE(records->grants.contains({"eve", TwoModels::other_uuid}));
  EXPECT_EQ(bench.verb({"grant", "bob", "superuser"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"revoke", "bob", "admin", "default"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"grant", "bob", "admin", "default"}), Exit::Failed);
}

TEST(Access, UR2_a_script_is_asked_at_each_statement) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read);
  bench.become("bob");
  EXPECT_NE(bench.script("status\nadd-machine\n"), Exit::Fine);
  EXPECT_TRUE(has(bench.output.complained, "permission denied")) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(Access, UR2_a_command_needs_its_right_whatever_verb_runs_it) {
  using namespace protocol;
  EXPECT_EQ(right_for_command(AddMachine{}), Right::Write);
  EXPECT_EQ(right_for_command(SetModelConfig{}), Right::Write);
  EXPECT_EQ(right_for_command(SetModelConfig{{}, {}, {"key"}, {}}), Right::Admin);
  EnqueueOperation operation;
  EXPECT_EQ(right_for_command(operation), Right::Write);
  operation.action = store::command_action;
  EXPECT_EQ(right_for_command(operation), Right::Admin);
  EXPECT_EQ(right_for_command(SetUnitDead{}), std::nullopt) << "an agent's";
  EXPECT_EQ(right_for_command(AddUser{}), std::nullopt) << "the orchestrator's";
  TwoModels bench;
  bench.session.right = Right::Read;
  EXPECT_EQ(run_command(bench.session, AddMachine{}).text, "permission denied");
  bench.session.right = Right::Superuser;
  EXPECT_FALSE(run_command(bench.session, SetUnitDead{}).ok());
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(Access, UR1_a_superuser_is_admin_of_each_model_without_being_named) {
  store::Contents records;
  records.users["bob"].name = "bob";
  records.grants[{"bob", "controller"}] = {"bob", "controller", Access::Superuser};
  EXPECT_EQ(level_of("bob", "any", records), Right::Superuser);
  EXPECT_FALSE(is_named_in("bob", "any", records)); // MD42
  EXPECT_EQ(level_of("eve", "any", records), std::nullopt);
  EXPECT_EQ(level_of("admin", "any", {}), Right::Superuser);
  records.users["bob"].disabled = true;
  EXPECT_EQ(level_of("bob", "any", records), std::nullopt);
}

} // namespace
} // namespace orrery::cmd
