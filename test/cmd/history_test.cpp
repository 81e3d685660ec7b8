#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

store::LifeStep
made(store::EntityKind kind, std::uint32_t id, const std::string& name, std::uint64_t sequence) {
  return {kind, id, name, store::Life::Alive, false, {1'000, "made", sequence}};
}

/// What the verb shows of a model in which everything has a history of one step.
class Past {
public:
  Past() {
    bench_.orchestrator.remember(made(store::EntityKind::Unit, 0, "db/0", 11));
    bench_.orchestrator.remember(made(store::EntityKind::Application, 0, "db", 12));
    bench_.orchestrator.remember(made(store::EntityKind::Machine, 3, "", 13));
    bench_.orchestrator.remember(made(store::EntityKind::Relation, 4, "web:db db:server", 14));
    bench_.orchestrator.change([](store::Contents& contents) {
      contents.applications["web"].name = "web";
      contents.applications["db"].name = "db";
      store::Relation& relation = contents.relations[4];
      relation.id = 4;
      relation.key = "web:db db:server";
      relation.ends = {{"web", "db", store::Role::Requirer},
                       {"db", "server", store::Role::Provider}};
    });
  }
  std::string shown(std::vector<std::string> words) {
    words.insert(words.begin(), "history");
    code = bench_.verb(words);
    return bench_.output.printed + bench_.output.complained;
  }
  int code = -1;

private:
  Bench bench_;
};

} // namespace

TEST(HistoryVerb, finds_each_kind_by_its_name) {
  Past past;
  EXPECT_NE(past.shown({"unit", "db/0"}).find("  11  "), std::string::npos);
  EXPECT_NE(past.shown({"app", "db"}).find("  12  "), std::string::npos);
  EXPECT_NE(past.shown({"machine", "3"}).find("  13  "), std::string::npos);
  EXPECT_NE(past.shown({"relation", "4"}).find("  14  "), std::string::npos);
  EXPECT_NE(past.shown({"relation", "web", "db"}).find("  14  "), std::string::npos);
  EXPECT_NE(past.shown({"relation", "web:db", "db:server"}).find("  14  "), std::string::npos);
  EXPECT_NE(past.shown({"unit", "db/0", "--format", "json"}).find(R"("sequence":11)"),
            std::string::npos);
  EXPECT_EQ(past.code, cmd::Exit::Fine);
}

TEST(HistoryVerb, says_what_is_wrong) {
  Past past;
  EXPECT_NE(past.shown({"unit", "db/9"}).find("ERROR unit \"db/9\" not found"), std::string::npos);
  EXPECT_EQ(past.code, cmd::Exit::Failed);
  EXPECT_NE(past.shown({"unit", "db"}).find("ERROR invalid unit name \"db\""), std::string::npos)
    << "not those of db/0 and db/1";
  EXPECT_NE(past.shown({"machine", "x"}).find("\"x\" is no machine's number"), std::string::npos);
  EXPECT_NE(past.shown({"relation", "web", "gone"}).find("ERROR "), std::string::npos);
  EXPECT_EQ(past.code, cmd::Exit::Failed);
  EXPECT_NE(past.shown({"units", "db/0", "--format", "xml"}).find("--format"), std::string::npos);
  EXPECT_EQ(past.code, cmd::Exit::Misused);
  EXPECT_NE(past.shown({"cloud", "db/0"}).find("unknown kind \"cloud\""), std::string::npos);
  EXPECT_EQ(past.code, cmd::Exit::Misused);
}

} // namespace orrery::test
