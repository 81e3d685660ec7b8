#include "config/charm.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

/// A charm written file by file.
class CharmFiles : public testing::Test {
protected:
  /// The error of a charm that has this metadata.yaml.
  std::string metadata_error(const std::string& text) {
    files_.write("metadata.yaml", text);
    return error();
  }
  /// The error of a good charm that has this config.yaml.
  std::string config_error(const std::string& text) {
    files_.write("metadata.yaml", "name: web\n");
    files_.write("config.yaml", text);
    return error();
  }
  std::string error() const {
    const auto loaded = load_charm(files_.path());
    return loaded ? "no error" : files_.local(loaded.error().text());
  }

  test::SampleDirectory files_;
};

} // namespace

TEST_F(CharmFiles, classic_charm_is_read) {
  files_.write("metadata.yaml",
               "name: web\nsummary: A web\ndescription: |\n  Serves.\nmaintainers: [x]\n"
               "requires:\n  db: mysql\n  cache: {interface: redis, limit: 1}\n"
               "provides:\n  site:\n    interface: http\n    optional: true\n"
               "peers:\n  ring: {interface: ring}\n"
               "extra-bindings:\n  public:\n  admin:\n");
  files_.write("config.yaml", "options:\n"
                              "  port: {type: int, default: 80, description: Where to listen}\n"
                              "  ratio: {type: float, default: 1}\n"
                              "  debug: {type: boolean, default: False}\n"
                              "  title: {type: string, default: \"8080\"}\n"
                              "  note: {description: Untyped}\n"
                              "  key: {type: secret}\n"
                              "  empty: {type: string, default: \"\"}\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->name, "web");
  EXPECT_EQ(charm->summary, "A web");
  EXPECT_EQ(charm->description, "Serves.\n");
  EXPECT_FALSE(charm->subordinate);
  EXPECT_FALSE(charm->has_dispatch);

  ASSERT_EQ(charm->endpoints.size(), 4U);
  EXPECT_EQ(charm->endpoints[0].name, "cache");
  EXPECT_EQ(charm->endpoints[0].limit, 1U);
  EXPECT_EQ(charm->endpoints[1].name, "db");
  EXPECT_EQ(charm->endpoints[1].interface, "mysql");
  EXPECT_EQ(charm->endpoints[1].role, EndpointRole::Requirer);
  EXPECT_EQ(charm->endpoints[2].role, EndpointRole::Peer);
  EXPECT_EQ(charm->endpoints[3].role, EndpointRole::Provider);

  EXPECT_EQ(charm->extra_bindings, (std::vector<std::string>{"admin", "public"}));
  ASSERT_EQ(charm->options.size(), 7U);
  EXPECT_EQ(charm->options.at("port").kind, OptionKind::Int);
  EXPECT_EQ(charm->options.at("port").default_value, "80");
  EXPECT_EQ(charm->options.at("port").description, "Where to listen");
  EXPECT_EQ(charm->options.at("ratio").default_value, "1");
  EXPECT_EQ(charm->options.at("debug").default_value, "false");
  EXPECT_EQ(charm->options.at("title").default_value, "8080");
  EXPECT_FALSE(charm->options.at("note").has_default);
  EXPECT_EQ(charm->options.at("key").kind, OptionKind::Secret);
  EXPECT_TRUE(charm->options.at("empty").has_default);
}

TEST_F(CharmFiles, charmcraft_charm_is_read) {
  files_.write("charmcraft.yaml",
               "type: charm\nname: agent\nsubordinate: true\n"
               "requires:\n  juju-info: {interface: juju-info, scope: container}\n"
               "config:\n  options:\n    level: {type: string, default: info}\n");
  files_.write_program("dispatch");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_TRUE(charm->subordinate);
  EXPECT_TRUE(charm->has_dispatch);
  ASSERT_EQ(charm->endpoints.size(), 1U);
  EXPECT_TRUE(charm->endpoints[0].container);
  EXPECT_EQ(charm->options.at("level").default_value, "info");
}

TEST_F(CharmFiles, options_are_in_one_place) {
  files_.write("charmcraft.yaml", "name: web\nconfig:\n  options: {}\n");
  files_.write("config.yaml", "options: {}\n");
  EXPECT_EQ(
    error(),
    "charmcraft.yaml:2:1: options are declared here and in config.yaml: keep one of the two");
}

TEST_F(CharmFiles, what_is_no_charm_says_so) {
  EXPECT_EQ(load_charm(files_.path() / "none").error().text(),
            (files_.path() / "none").string() + ": there is no such directory: check the path");
  const auto file = files_.write("web.charm", "PK");
  EXPECT_EQ(load_charm(file).error().text(),
            file.string() + ": this is a file: give a charm's directory or its .charm archive");
  EXPECT_EQ(error(),
            files_.path().string()
              + ": there is neither metadata.yaml nor charmcraft.yaml: give the directory of a "
                "charm");
  fs::create_symlink("nowhere", files_.path() / "metadata.yaml");
  EXPECT_EQ(error(),
            "metadata.yaml: the file cannot be opened (No such file or directory): check the path");
}

TEST_F(CharmFiles, wrong_metadata_names_its_place) {
  EXPECT_EQ(metadata_error("summary: x\n"),
            "metadata.yaml: the charm has no name: write e.g. name: my-app");
  EXPECT_EQ(metadata_error("name: Web\n"),
            "metadata.yaml:1:7: \"Web\" is no charm name: use lower-case letters, digits and inner "
            "dashes, a letter in each part, e.g. my-app");
  EXPECT_EQ(metadata_error("name: 5\n"),
            "metadata.yaml:1:7: expected text, found the number 5: put it in quotes: name: \"5\"");
  EXPECT_EQ(metadata_error("name: web\nsummary: [a]\n"),
            "metadata.yaml:2:10: expected text, found a list: write e.g. summary: text");
  EXPECT_EQ(metadata_error("name: web\ndescription: true\n"),
            "metadata.yaml:2:14: expected text, found the boolean true: put it in quotes: "
            "description: \"true\"");
  EXPECT_EQ(metadata_error("name: web\nsubordinate: oui\n"),
            "metadata.yaml:2:14: expected true or false, found \"oui\": write e.g. subordinate: "
            "true");
  EXPECT_EQ(metadata_error("name: web\nsubordinate: \"false\"\n"), "no error");
  EXPECT_EQ(metadata_error("- web\n"),
            "metadata.yaml:1:1: expected a mapping, found a list: write `key: value` lines below "
            "the metadata");
}

TEST_F(CharmFiles, wrong_endpoints_name_their_place) {
  EXPECT_EQ(metadata_error("name: web\nprovides: [site]\n"),
            "metadata.yaml:2:11: expected a mapping, found a list: write `key: value` lines below "
            "provides");
  EXPECT_EQ(metadata_error("name: web\nprovides:\n  Site: http\n"),
            "metadata.yaml:3:3: \"Site\" is no endpoint name: use lower-case letters, digits and "
            "inner - or _");
  EXPECT_EQ(metadata_error("name: web\nprovides:\n  site: {}\n"),
            "metadata.yaml:3:3: endpoint \"site\" has no interface: write e.g. site: {interface: "
            "http}");
  EXPECT_EQ(metadata_error("name: web\nprovides:\n  site: _Http.v2\n"), "no error");
  EXPECT_EQ(metadata_error("name: web\nprovides:\n  site: \"\"\n"),
            "metadata.yaml:3:9: the interface is empty: write e.g. interface: http");
  EXPECT_EQ(metadata_error("name: web\nrequires:\n  db: {interface: mysql, scope: local}\n"),
            "metadata.yaml:3:33: expected a scope, found \"local\": write scope: global or "
            "container");
  EXPECT_EQ(metadata_error("name: web\nrequires:\n  db: {interface: mysql, limit: one}\n"),
            "metadata.yaml:3:33: expected a whole number, found \"one\": write e.g. limit: 2");
  EXPECT_EQ(metadata_error("name: web\nprovides: {db: mysql}\nrequires:\n  db: mysql\n"),
            "metadata.yaml:4:3: endpoint \"db\" is declared in another section already: give each "
            "endpoint of provides, requires and peers a name of its own");
}

TEST_F(CharmFiles, reserved_names_are_refused) {
  EXPECT_EQ(metadata_error("name: web\nprovides:\n  juju-site: http\n"),
            "metadata.yaml:3:3: the endpoint name \"juju-site\" is reserved: rename it");
  EXPECT_EQ(metadata_error("name: web\nrequires:\n  juju-info: {interface: juju-info, scope: "
                           "container}\n"),
            "metadata.yaml:3:3: the endpoint name \"juju-info\" is reserved: rename it");
  EXPECT_EQ(metadata_error("name: web\npeers:\n  ring: juju-ring\n"),
            "metadata.yaml:3:9: the interface \"juju-ring\" is reserved: only a requirement may "
            "name it: choose a name that does not begin with juju");
  EXPECT_EQ(metadata_error("name: web\nrequires:\n  host: juju-info\n"), "no error");
  EXPECT_EQ(metadata_error("name: juju-sample\nprovides:\n  juju-site: juju-http\n"), "no error");
}

TEST_F(CharmFiles, subordinate_needs_a_container_requirement) {
  EXPECT_EQ(metadata_error("name: web\nsubordinate: true\nprovides:\n  a: {interface: b, scope: "
                           "container}\n"),
            "metadata.yaml:2:1: the subordinate charm \"web\" requires nothing with scope: "
            "container: add e.g. requires: {host: {interface: juju-info, scope: container}}");
}

TEST_F(CharmFiles, wrong_options_name_their_place) {
  EXPECT_EQ(config_error("options:\n  port: {type: number}\n"),
            "config.yaml:2:16: expected a type, found \"number\": write one of string, int, float, "
            "boolean, secret");
  EXPECT_EQ(config_error("options:\n  port:\n    default: abc\n    type: int\n"),
            "config.yaml:3:14: the default of option \"port\" is \"abc\", its type int: write a "
            "decimal whole number of at most 64 bits, e.g. 42");
  EXPECT_EQ(config_error("options:\n  port: {type: int, default: \"80\"}\n"), "no error");
  EXPECT_EQ(config_error("options:\n  port: {type: int, default: 01182252}\n"),
            "config.yaml:2:30: the default of option \"port\" is \"01182252\", its type int: write "
            "a decimal whole number of at most 64 bits, e.g. 42");
  EXPECT_EQ(config_error("options:\n  rate: {type: float, default: .inf}\n"),
            "config.yaml:2:32: the default of option \"rate\" is the number .inf, its type float: "
            "write a finite decimal number, e.g. 0.5");
  EXPECT_EQ(config_error("options:\n  debug: {type: boolean, default: oui}\n"),
            "config.yaml:2:35: expected true or false, found \"oui\": write e.g. default: true");
  EXPECT_EQ(config_error("options:\n  title: {type: string, default: 8080}\n"),
            "config.yaml:2:34: expected text, found the number 8080: put it in quotes: default: "
            "\"8080\"");
  EXPECT_EQ(config_error("options: [port]\n"),
            "config.yaml:1:10: expected a mapping, found a list: write `key: value` lines below "
            "options");
  EXPECT_EQ(config_error("options:\n  port: int\n"),
            "config.yaml:2:9: expected a mapping, found \"int\": write `key: value` lines below "
            "option \"port\"");
  EXPECT_EQ(config_error("options:\n  \"\": {}\n"),
            "config.yaml:2:3: an option's name is empty: give it a name");
}

TEST_F(CharmFiles, hooks_that_cannot_be_run_are_made_executable_in_the_copy) {
  files_.write("metadata.yaml", "name: web\nrequires: {db: mysql}\n");
  files_.write("hooks/README", "not a hook");
  files_.write("hooks/other-relation-joined", "no endpoint of this charm");
  files_.write_program("hooks/install");
  EXPECT_EQ(error(), "no error");
  files_.write("hooks/db-relation-joined", "#!/bin/sh\n");
  const auto file = (files_.path() / "hooks/db-relation-joined").string();
  files_.write("dispatch", "#!/bin/sh\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_TRUE(charm->has_dispatch);
  EXPECT_EQ(charm->made_executable,
            (std::vector<fs::path>{"dispatch", "hooks/db-relation-joined"}));
  EXPECT_EQ(charm->warnings.front(), file + ": is not executable: the units' copy is made so");
}

TEST_F(CharmFiles, hooks_may_be_links_within_the_charm_only) {
  files_.write("metadata.yaml", "name: web\n");
  files_.write_program("src/main");
  fs::create_directories(files_.path() / "hooks");
  const auto install = files_.path() / "hooks/install";
  fs::create_symlink("../src/main", install);
  EXPECT_EQ(error(), "no error");
  fs::remove(install);
  fs::create_symlink("/bin/sh", install);
  EXPECT_EQ(error(), "hooks/install: is a link to " + fs::canonical("/bin/sh").string()
                       + ", outside the charm: link it to a file in the charm");
  fs::remove(install);
  fs::create_symlink("gone", install);
  EXPECT_EQ(error(),
            "hooks/install: is a link that leads nowhere (No such file or directory): link it to a "
            "file in the charm");
  fs::remove(install);
  fs::create_directory(install);
  EXPECT_EQ(error(),
            "hooks/install: is no regular file: put an executable file there or remove it");
}

TEST_F(CharmFiles, charmcraft_is_split_as_packing_does) {
  files_.write("charmcraft.yaml", "type: charm\nname: web\ntitle: \"The \\\"web\\\"\\n\"\n"
                                  "bases: [{name: debian}]\nprovides: {site: http}\n"
                                  "config:\n  options: {on-boot: {type: boolean, default: yes}}\n"
                                  "actions: {backup: {description: now}}\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->split_files,
            (std::map<std::string, std::string>{
              {"actions.yaml", "\"backup\":\n  \"description\": \"now\"\n"},
              {"config.yaml", "\"options\":\n  \"on-boot\":\n    \"type\": \"boolean\"\n"
                              "    \"default\": true\n"},
              {"metadata.yaml", "\"name\": \"web\"\n\"display-name\": \"The \\\"web\\\"\\n\"\n"
                                "\"provides\":\n  \"site\": \"http\"\n"}}));
}

TEST_F(CharmFiles, the_last_of_doubled_keys_counts_and_merges_fill_up) {
  const auto file = files_.write("metadata.yaml", "name: web\nsummary: one\n"
                                                  "x-both: &both {limit: 2, interface: a}\n"
                                                  "summary: two\nsummary: three\n"
                                                  "requires:\n  db: {<<: *both, interface: b}\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->summary, "three");
  EXPECT_EQ(charm->endpoints.at(0).interface + std::to_string(charm->endpoints.at(0).limit), "b2");
  const auto doubled = ": the key \"summary\" is here a second time, first at line 2: the last one "
                       "counts";
  EXPECT_EQ(charm->warnings, (std::vector<std::string>{file.string() + ":4:1" + doubled,
                                                       file.string() + ":5:1" + doubled}));
}

TEST_F(CharmFiles, what_it_declares_and_does_not_get_is_noted) {
  files_.write("metadata.yaml", "name: web\ncharm-user: sudoer\nterms: [lorem/1]\n"
                                "storage: {data: {type: block}}\nresources: {}\n"
                                "containers: {web: {}}\nmin-juju-version: 9.0.0\n"
                                "assumes: [juju >= 3.1, any-of: [k8s-api, juju < 3.0]]\n");
  files_.write("lxd-profile.yaml", "config: {}\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(charm->lacking, (Texts{"terms \"lorem/1\"", "charm-user \"sudoer\"", "LXD profile"}));
  EXPECT_EQ(charm->unmet,
            (Texts{"it runs in containers of Kubernetes (containers)",
                   "it assumes \"juju < 3.0\", and this is as Juju 3.6.1",
                   "it needs Juju 9.0.0 (min-juju-version), and this is as Juju 3.6.1"}));
}

} // namespace orrery::config
