// Bindings of endpoints to spaces: there is one space, alpha (P3, P6, CL22).
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr const char* added_anew = "Added local charm \"db\", revision 1, to the model\n";

/// An application db of the charm db, revision 0, which has no endpoints.
class Binding : public testing::Test {
protected:
  void SetUp() override {
    bench.charm("db");
    ASSERT_EQ(bench.verb({"deploy", "./db", "-n", "0"}), cmd::Exit::Fine)
      << bench.output.complained;
    before = bench.orchestrator.commands();
  }
  /// A verb that must fail before anything is asked of the orchestrator.
  std::string complaint(const std::vector<std::string>& words) {
    EXPECT_EQ(bench.verb(words), cmd::Exit::Failed) << bench.output.complained;
    EXPECT_EQ(bench.orchestrator.commands(), before);
    return bench.output.complained;
  }
  /// A refresh that must succeed; what it says.
  std::string said(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"refresh", "db", "--path", "./db"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.output.printed, "") << "P3: standard output stays empty";
    return bench.output.complained;
  }
  store::Application application() { return bench.orchestrator.contents()->applications.at("db"); }

  Bench bench;
  std::size_t before = 0;
};

TEST_F(Binding, P3_bindings_are_told_as_juju_tells_them) {
  bench.charm("db", "provides: {server: {interface: sql}}\nextra-bindings: {admin: }\n");
  EXPECT_EQ(said({"--bind", "server=alpha"}),
            std::string(added_anew)
              + "adding endpoint \"admin\" to default space \"alpha\"\n"
                "adding endpoint \"server\" to space \"alpha\"\n");
  bench.charm("db", "provides: {server: {interface: sql}, more: {interface: sql}}\n"
                    "extra-bindings: {admin: }\n");
  const std::string again = said({"--bind", "alpha"});
  EXPECT_TRUE(has(again, "adding endpoint \"more\" to default space \"alpha\"\n"
                         "no change to endpoints in space \"alpha\": admin, server\n"))
    << again;
}

TEST_F(Binding, P6_bindings_to_what_is_not_there_are_refused) {
  for (const char* flags : {"dmz", "server=dmz", "alpha dmz"})
    EXPECT_EQ(complaint({"refresh", "db", "--path", "./db", "--bind", flags}),
              "ERROR space \"dmz\" not found\n");
  EXPECT_TRUE(has(complaint({"refresh", "db", "--path", "./db", "--bind", "=alpha"}),
                  "found \"=\" without endpoint name"));
  EXPECT_TRUE(has(complaint({"refresh", "db", "--path", "./db", "--bind", "a=alpha,b=alpha"}),
                  "found multiple \"=\" in binding"));
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db", "--bind", "x=alpha"}),
            cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, std::string(added_anew) + "ERROR endpoint \"x\" not found\n")
    << "P3: it has its number";
  EXPECT_EQ(application().charm, "local:db-0");
}

TEST_F(Binding, CL22_bind_knows_one_space_and_changes_nothing) {
  bench.charm("db", "provides: {server: {interface: sql}}\n");
  (void)said();
  before = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"bind", "db", "alpha", "server=alpha"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "no change to endpoint in space \"alpha\": server\n");
  EXPECT_EQ(complaint({"bind", "db"}), "ERROR no bindings specified\n");
  EXPECT_EQ(complaint({"bind", "db", "dmz"}), "ERROR space \"dmz\" not found\n");
  EXPECT_EQ(complaint({"bind", "db", "x=alpha"}), "ERROR endpoint \"x\" not found\n");
  EXPECT_EQ(complaint({"bind", "Db", "alpha"}), "ERROR invalid application name \"Db\"\n");
  EXPECT_TRUE(has(complaint({"bind", "other", "alpha"}), "not found"));
}

TEST_F(Binding, CL22_deploy_binds_to_the_one_space) {
  EXPECT_EQ(complaint({"deploy", "./db", "more", "--bind", "dmz"}),
            "ERROR space \"dmz\" not found\n");
  EXPECT_EQ(complaint({"deploy", "./db", "more", "--bind", "x=alpha"}),
            "ERROR cannot add application \"more\": unknown endpoint \"x\" not valid\n");
  EXPECT_EQ(bench.verb({"deploy", "./db", "more", "--bind", "alpha"}), cmd::Exit::Fine);
}

} // namespace
} // namespace orrery::test
