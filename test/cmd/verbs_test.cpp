#include "cmd/charms/placement.hpp"
#include "cmd/views/explain/named.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace orrery::test {
namespace {

store::Contents model_of(Bench& bench) {
  return *bench.orchestrator.contents();
}

TEST(Deploy, a_charm_is_copied_and_its_units_are_added) {
  Bench bench;
  bench.charm("redis");
  bench.file("redis/config.yaml", "options:\n  port: {type: int, default: 6379}\n");
  EXPECT_EQ(bench.verb({"deploy", "./redis", "cache", "-n", "2", "--config", "port=7000"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "Located local charm \"redis\", revision 0\n"
                                  "Deploying \"cache\" from local charm \"redis\", revision 0\n"
                                  "added unit cache/0\nadded unit cache/1\n");
  const auto model = model_of(bench);
  const auto& charm = model.charms.at("local:redis-0");
  EXPECT_EQ(charm.directory.find("charms/redis-"), 0U) << "no absolute path: " << charm.directory;
  EXPECT_TRUE(
    std::filesystem::exists(bench.directory / "data" / charm.directory / "metadata.yaml"));
  EXPECT_EQ(model.configs.at("cache").values.at("port"), "7000");
}

TEST(Deploy, of_a_subordinate_one_unit_is_what_nothing_says) {
  Bench bench;
  bench.charm("logger", "subordinate: true\n"
                        "requires: {host: {interface: juju-info, scope: container}}\n");
  for (const auto& more : std::vector<std::vector<std::string>>{{"-n", "2"}, {"--to", "0"}}) {
    std::vector<std::string> words{"deploy", "./logger"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(bench.verb(words), cmd::Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, "cannot use --num-units or --to")) << more.front();
  }
  EXPECT_EQ(bench.verb({"deploy", "./logger", "-n", "1"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(model_of(bench).units.empty());
}

TEST(AddUnit, is_told_places_by_number_and_by_unit) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "a"}), cmd::Exit::Fine);
  const auto machine = model_of(bench).units.at("a/0").machine;
  EXPECT_EQ(bench.verb({"add-unit", "a", "-n", "3", "--to", std::to_string(machine) + ",a/0,new"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(model_of(bench).units.at("a/2").machine, machine);
  EXPECT_EQ(bench.verb({"add-unit", "a", "--to", "b/0"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "unit \"b/0\" not found"));
}

/// Knows nothing but what is asked of it by name.
class NamedOnly final : public FakeOrchestrator {
public:
  tl::expected<store::Contents, store::StoreError> named(const explain::Named& named) override {
    store::Contents found;
    for (const store::MachineId id : named.machines)
      found.machines[id].id = id;
    for (const std::string& name : named.units) {
      found.units[name].assigned = true;
      found.units[name].machine = machine_of_units;
    }
    return found;
  }
  tl::expected<store::Contents, store::StoreError> contents() override {
    return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, "all is read"});
  }

  static constexpr store::MachineId machine_of_units = 9;
};

TEST(AddUnit, of_its_places_nothing_is_read_but_what_they_name) {
  NamedOnly orchestrator;
  const auto places = cmd::read_placement(orchestrator, {"3,a/0", "new"});
  ASSERT_TRUE(places.has_value()) << places.error();
  EXPECT_EQ(*places, (std::vector<std::optional<store::MachineId>>{3, NamedOnly::machine_of_units,
                                                                   std::nullopt}));
}

TEST(Deploy, equal_content_keeps_its_url_and_other_content_gets_the_next) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "a"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"deploy", "./redis", "b"}), cmd::Exit::Fine);
  bench.file("redis/README", "changed");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "c"}), cmd::Exit::Fine);
  const auto model = model_of(bench);
  EXPECT_EQ(model.applications.at("b").charm, "local:redis-0");
  EXPECT_EQ(model.applications.at("c").charm, "local:redis-1");
}

TEST(Deploy, a_refusal_changes_nothing) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "-n", "0"}), cmd::Exit::Fine);
  std::filesystem::remove_all(bench.directory / "data" / "charms");
  const auto before = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"deploy", "./redis"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "already exists")) << bench.output.complained;
  EXPECT_FALSE(std::filesystem::exists(bench.directory / "data" / "charms"));
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"deploy", "./nope"},
                                             {"deploy", "./redis", "Bad_Name"},
                                             {"deploy", "./redis", "x", "--config", "nope=1"},
                                             {"deploy", "./redis", "x", "--to", "77"},
                                             {"deploy", "./redis", "x", "--to", "0,new"}})
    EXPECT_EQ(bench.verb(words), cmd::Exit::Failed) << words.back();
  EXPECT_EQ(bench.orchestrator.commands(), before);
}

TEST(Deploy, a_bundle_is_idempotent) {
  Bench bench;
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: sql}\n");
  bench.file("bundle.yaml", "applications:\n"
                            "  web: {charm: ./web, num_units: 2, to: [sql]}\n"
                            "  sql: {charm: ./sql, num_units: 3, to: ['0', new]}\n"
                            "machines: {'0': {}}\n"
                            "relations: [['web:db', 'sql:server']]\n");
  ASSERT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  auto model = model_of(bench);
  EXPECT_EQ(model.units.size(), 5U) << bench.output.printed;
  EXPECT_EQ(model.relations.size(), 1U);
  EXPECT_EQ(model.units.at("web/0").machine, model.units.at("sql/0").machine);
  EXPECT_EQ(model.units.at("web/1").machine, model.units.at("sql/1").machine);
  EXPECT_NE(model.units.at("sql/1").machine, model.units.at("sql/0").machine);
  EXPECT_NE(model.units.at("sql/2").machine, model.units.at("sql/1").machine);
  EXPECT_EQ(model.machines.size(), 3U);
  const auto before = bench.orchestrator.commands();
  ASSERT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.commands(), before);
}

TEST(Deploy, a_bundle_that_is_deployed_again_sets_what_it_says_otherwise) {
  Bench bench;
  bench.charm("web");
  bench.file("web/config.yaml",
             "options:\n  port: {type: int, default: 80}\n  title: {type: string}\n");
  const auto deploy = [&](const std::string& options) {
    bench.file("bundle.yaml", "applications:\n  web: {charm: ./web, options: {" + options + "}}\n");
    EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
    return model_of(bench).configs["web"].values;
  };
  EXPECT_EQ(deploy("port: 81, title: a"), (store::Settings{{"port", "81"}, {"title", "a"}}));
  EXPECT_EQ(deploy("port: 82"), (store::Settings{{"port", "82"}, {"title", "a"}}));
  EXPECT_TRUE(has(bench.output.printed, "changed the configuration of web: port\n"));
  const auto before = bench.orchestrator.commands();
  EXPECT_EQ(deploy("port: 82").size(), 2U);
  EXPECT_EQ(bench.orchestrator.commands(), before);
}

TEST(Deploy, a_bundle_exposes_what_it_says) {
  Bench bench;
  bench.charm("web");
  bench.file("bundle.yaml",
             "applications:\n  web: {charm: ./web, expose: true}\n  own: {charm: ./web}\n");
  ASSERT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "exposed web\n")) << bench.output.printed;
  EXPECT_TRUE(model_of(bench).applications.at("web").exposed);
  EXPECT_FALSE(model_of(bench).applications.at("own").exposed);
}

TEST(Expose, marks_an_application_and_unexpose_takes_it_away) {
  Bench bench;
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"expose", "web"}), cmd::Exit::Fine);
  EXPECT_TRUE(model_of(bench).applications.at("web").exposed);
  EXPECT_EQ(bench.verb({"unexpose", "web"}), cmd::Exit::Fine);
  EXPECT_FALSE(model_of(bench).applications.at("web").exposed);
  EXPECT_EQ(bench.verb({"expose", "nobody"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR cannot expose nobody: "));
  EXPECT_EQ(bench.verb({"expose", "web", "--to-cidrs", "10.0.0.0/8"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR --to-cidrs of \"expose\" comes with a later Orrery\n");
}

TEST(Deploy, a_bundle_with_a_relation_that_cannot_be_changes_nothing) {
  Bench bench;
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: other}\n");
  bench.file("bundle.yaml", "applications:\n  web: {charm: ./web}\n  sql: {charm: "
                            "./sql}\nrelations: [['web:db', 'sql:server']]\n");
  EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(BulkVerbs, failures_are_named_one_by_one_and_successes_stand) {
  Bench bench;
  bench.charm("db");
  ASSERT_EQ(bench.verb({"deploy", "./db", "-n", "2"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"remove-unit", "db/7", "db/0", "nonsense", "--no-prompt"}),
            cmd::Exit::Failed);
  EXPECT_EQ(bench.output.printed, "will remove unit db/0\n");
  EXPECT_TRUE(has(bench.output.complained, "ERROR removing unit db/7 failed: "))
    << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained, "ERROR invalid unit name \"nonsense\""))
    << bench.output.complained;
  EXPECT_EQ(model_of(bench).units.at("db/0").life, store::Life::Dying);
}

TEST(BulkVerbs, removing_what_is_dying_succeeds_and_says_so) {
  Bench bench;
  bench.charm("db");
  ASSERT_EQ(bench.verb({"deploy", "./db"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"remove-unit", "db/0"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"remove-unit", "db/0"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "unit db/0 is being removed already"))
    << bench.output.printed;
}

TEST(RemovalFlags, waiting_without_force_is_misuse_and_changes_nothing) {
  Bench bench;
  bench.charm("db");
  ASSERT_EQ(bench.verb({"deploy", "./db"}), cmd::Exit::Fine);
  for (const std::vector<std::string>& target : {std::vector<std::string>{"remove-unit", "db/0"},
                                                 {"remove-application", "db"},
                                                 {"remove-machine", "0"},
                                                 {"remove-relation", "0"}})
    for (const char* flag : {"--no-wait", "--max-wait=5m"}) {
      std::vector<std::string> words = target;
      words.emplace_back(flag);
      EXPECT_EQ(bench.verb(words), cmd::Exit::Misused) << target[0] << flag;
    }
  EXPECT_EQ(model_of(bench).units.at("db/0").life, store::Life::Alive);
}

TEST(Config, words_and_files_are_set_and_reset) {
  Bench bench;
  bench.charm("db");
  bench.file("db/config.yaml", "options:\n  a: {type: string}\n  b: {type: string}\n");
  bench.file("values.yaml", "a: from file\n");
  bench.file("b.txt", "from text");
  ASSERT_EQ(bench.verb({"deploy", "./db"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.verb({"config", "db", "--file", "values.yaml", "b=@b.txt"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(model_of(bench).configs.at("db").values,
            (store::Settings{{"a", "from file"}, {"b", "from text"}}));
  EXPECT_EQ(bench.verb({"config", "db", "a"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "from file\n");
  EXPECT_EQ(bench.verb({"config", "db", "--reset", "a,b"}), cmd::Exit::Fine);
  EXPECT_TRUE(model_of(bench).configs.at("db").values.empty());
  EXPECT_EQ(bench.verb({"config", "db", "a", "b=1"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"config", "db", "a", "b"}), cmd::Exit::Misused);
  bench.file("none.yaml", "db: {a: }\n");
  EXPECT_EQ(bench.verb({"config", "db", "a=1", "b=no"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"config", "db", "--file", "none.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(model_of(bench).configs.at("db").values, (store::Settings{{"b", "no"}}));
  EXPECT_EQ(bench.verb({"config", "db"}), cmd::Exit::Fine);
  bench.file("shown.yaml", bench.output.printed);
  EXPECT_EQ(bench.verb({"config", "db", "--reset", "b"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"config", "db", "--file", "shown.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(model_of(bench).configs.at("db").values, (store::Settings{{"b", "no"}}));
}

TEST(Model, another_model_is_an_error) {
  Bench bench;
  EXPECT_EQ(bench.verb({"check", "-m", "other"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "model orrery:admin/other not found"))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"check", "-m", "orrery:admin/default"}), cmd::Exit::Fine)
    << bench.output.complained;
}

TEST(Check, what_does_not_hold_is_listed) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) {
    model.applications["db"].name = "db";
    model.applications["db"].unit_count = 5;
  });
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.printed, "db")) << bench.output.printed;
}

TEST(Usage, an_unknown_verb_is_a_usage_error_with_a_suggestion) {
  Bench bench;
  EXPECT_EQ(bench.verb({"depoly"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "did you mean \"deploy\"?")) << bench.output.complained;
  EXPECT_EQ(bench.verb({"help", "deploy"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"version"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("3.6.1-linux-")) << bench.output.printed;
}

} // namespace
} // namespace orrery::test
