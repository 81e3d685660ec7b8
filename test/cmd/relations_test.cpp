// Verbs of relations: what they say of one that is there already.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

/// Two applications that are related.
void relate_pair(Bench& bench) {
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: sql}\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"deploy", "./web"}, {"deploy", "./sql"}, {"integrate", "web", "sql"}})
    ASSERT_EQ(bench.verb(words), Exit::Fine) << bench.output.complained;
}

TEST(Integrate, R3_beside_one_that_is_there_is_refused) {
  Bench bench;
  relate_pair(bench);
  EXPECT_EQ(bench.verb({"integrate", "web", "sql"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR cannot relate web:db and sql:server: it is there\n");
}

TEST(Integrate, R3_beside_one_that_goes_says_what_holds_that) {
  Bench bench;
  relate_pair(bench);
  bench.orchestrator.change([](store::Contents& model) {
    store::Relation& relation = model.relations.begin()->second;
    relation.life = store::Life::Dying;
    relation.unit_count = 1;
    store::Scope scope;
    scope.relation = relation.id;
    scope.unit = "sql/0";
    model.scopes[{relation.id, "sql/0"}] = scope;
    model.statuses["sql/0"].unit = "sql/0";
    model.statuses["sql/0"].error.hook = "server-relation-broken";
  });
  EXPECT_EQ(bench.verb({"integrate", "web", "sql"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR cannot relate web:db and sql:server: it is there and is being removed (unit "
            "sql/0: hook \"server-relation-broken\" failed): run orrery wait relation 0 gone, "
            "then integrate again\n");
}

} // namespace
} // namespace orrery::test
