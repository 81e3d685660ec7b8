// Charms read to their end: all that is wrong with them, and nothing that only follows from it.
#include "config/charm_reading.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::config {
namespace {

using Texts = std::vector<std::string>;

/// A charm written file by file, and what is found in it.
class CharmReadings : public testing::Test {
protected:
  Texts found(Finding::Kind kind) const {
    Texts texts;
    const CharmReading read = read_charm(files_.path());
    for (const Finding& finding : read.findings.all())
      if (finding.kind == kind)
        texts.push_back(files_.local(finding.error.text()));
    return texts;
  }
  Texts wrong() const { return found(Finding::Kind::Wrong); }
  /// Where something is wrong: `metadata.yaml:2:7`.
  Texts wrong_places() const {
    Texts places;
    const CharmReading read = read_charm(files_.path());
    for (const Finding& finding : read.findings.all())
      if (finding.kind == Finding::Kind::Wrong)
        places.push_back(files_.local(
          Error{finding.error.file, finding.error.line, finding.error.column, "", ""}.text()));
    return places;
  }
  /// Returns the error that deploy would say.
  std::string first() const {
    const auto loaded = load_charm(files_.path());
    return loaded ? "" : files_.local(loaded.error().text());
  }

  test::SampleDirectory files_;
};

/// A line of a charm's file, right and wrong.
struct Slot {
  const char* file;
  const char* right;
  const char* wrong;
};

/// In the order of reading.
const std::vector<Slot> slots{
  {"metadata.yaml", "summary: s", "summary: [s]"},
  {"metadata.yaml", "subordinate: false", "subordinate: maybe"},
  {"metadata.yaml", "provides: {site: http}", "provides: {site: \"\"}"},
  {"metadata.yaml", "requires: {db: {interface: sql}}",
   "requires: {db: {interface: sql, limit: x}}"},
  {"metadata.yaml", "peers: {ring: ring}", "peers: {ring: juju-ring}"},
  {"metadata.yaml", "extra-bindings: {admin: }", "extra-bindings: {admin: 1}"},
  {"config.yaml", "  port: {type: int, default: 80}", "  port: {type: int, default: x}"},
  {"config.yaml", "  mode: {type: string}", "  mode: {type: text}"},
  {"actions.yaml", "backup: {params: {}}", "backup: {$ref: x}"},
  {"actions.yaml", "restore: {}", "Restore: {}"},
  {"orrery.yaml", "restart-units: never", "restart-units: maybe"},
};

TEST_F(CharmReadings, finds_of_any_faults_together_what_it_finds_of_each_alone) {
  const auto write = [&](std::size_t faults) {
    std::map<std::string, std::string> texts{{"metadata.yaml", "name: web\n"},
                                             {"config.yaml", "options:\n"}};
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const bool is_wrong = (faults >> i & 1U) != 0;
      texts[slots[i].file] += std::string{is_wrong ? slots[i].wrong : slots[i].right} + "\n";
    }
    for (const auto& [name, text] : texts)
      files_.write(name, text);
  };
  Texts alone;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    write(std::size_t{1} << i);
    ASSERT_EQ(wrong().size(), 1U) << slots[i].wrong;
    EXPECT_TRUE(wrong().front().starts_with(slots[i].file)) << wrong().front();
    alone.push_back(wrong().front());
  }
  for (std::size_t faults = 0; faults < std::size_t{1} << slots.size(); ++faults) {
    write(faults);
    Texts expected;
    for (std::size_t i = 0; i < slots.size(); ++i)
      if ((faults >> i & 1U) != 0)
        expected.push_back(alone[i]);
    ASSERT_EQ(wrong(), expected) << faults;
    ASSERT_EQ(first(), expected.empty() ? "" : expected.front()) << faults;
  }
}

TEST_F(CharmReadings, go_on_behind_each_part_of_an_endpoint_an_option_and_an_action) {
  files_.write("metadata.yaml", "name: web\nsubordinate: oui\nrequires:\n"
                                "  Db: {interface: \"\", scope: local, limit: one}\n  cache: {}\n");
  files_.write("config.yaml", "options:\n  port: {type: number, default: x, description: [a]}\n"
                              "  \"\": {default: 5}\n");
  files_.write("actions.yaml", "a: {parallel: oui, title: [t], params: {x: {$ref: y}}}\n"
                               "juju-b: {params: 5}\n");
  EXPECT_EQ(wrong_places(), (Texts{"metadata.yaml:2:14", "metadata.yaml:4:3", "metadata.yaml:4:19",
                                   "metadata.yaml:4:30", "metadata.yaml:4:44", "metadata.yaml:5:3",
                                   "config.yaml:2:16", "config.yaml:2:49", "config.yaml:3:3",
                                   "config.yaml:3:17", "actions.yaml:1:15", "actions.yaml:1:27",
                                   "actions.yaml:1:45", "actions.yaml:2:1", "actions.yaml:2:18"}));
}

TEST_F(CharmReadings, go_on_with_the_other_files_where_one_cannot_be_read) {
  files_.write("metadata.yaml", "name: [\n");
  files_.write("config.yaml", "options: {port: {type: number}}\n");
  files_.write("actions.yaml", "- backup\n");
  files_.write("orrery.yaml", "restart: never\n");
  std::filesystem::create_directories(files_.path() / "hooks" / "install");
  const auto places = wrong_places();
  ASSERT_EQ(places.size(), 5U);
  EXPECT_TRUE(places[0].starts_with("metadata.yaml:")) << places[0];
  EXPECT_EQ(Texts(places.begin() + 1, places.end()),
            (Texts{"config.yaml:1:24", "actions.yaml:1:1", "orrery.yaml:1:1", "hooks/install"}));
  EXPECT_EQ(first(), wrong().front());
}

TEST_F(CharmReadings, do_not_tell_what_depends_on_a_name_that_is_wrong) {
  files_.write("metadata.yaml", "name: Web\nprovides: {juju-site: juju-http}\n");
  files_.write("actions.yaml", "juju-backup: {}\n");
  EXPECT_EQ(wrong_places(), Texts{"metadata.yaml:1:7"});
  files_.write("metadata.yaml", "- web\n");
  EXPECT_EQ(wrong_places(), Texts{"metadata.yaml:1:1"});
}

TEST_F(CharmReadings, do_not_tell_what_depends_on_an_endpoint_that_is_wrong) {
  files_.write("metadata.yaml", "name: web\nsubordinate: true\n"
                                "requires:\n  host: {interface: juju-info, scope: box}\n");
  files_.write_program("hooks/host-relation-joined");
  EXPECT_EQ(wrong_places(), Texts{"metadata.yaml:4:39"});
  EXPECT_EQ(found(Finding::Kind::Warning), Texts{});
  files_.write("metadata.yaml", "name: web\nsubordinate: true\n");
  EXPECT_EQ(wrong_places(), Texts{"metadata.yaml:2:1"});
  EXPECT_EQ(found(Finding::Kind::Warning).size(), 1U);
}

TEST_F(CharmReadings, do_not_tell_what_depends_on_whether_it_is_a_subordinate) {
  files_.write("metadata.yaml",
               "name: web\nsubordinate: 5\n"
               "requires:\n  juju-info: {interface: juju-info, scope: container}\n");
  EXPECT_EQ(wrong_places(), Texts{"metadata.yaml:2:14"});
}

TEST_F(CharmReadings, find_both_places_of_what_may_stand_in_one) {
  files_.write("charmcraft.yaml", "name: web\nconfig:\n  options: {port: {type: number}}\n");
  files_.write("config.yaml", "options: {port: {type: digit}}\n");
  EXPECT_EQ(wrong_places(),
            (Texts{"charmcraft.yaml:2:1", "charmcraft.yaml:3:26", "config.yaml:1:24"}));
}

TEST_F(CharmReadings, say_where_what_is_unmet_and_what_is_lacking_stands) {
  files_.write("metadata.yaml", "name: web\ndevices:\n  gpu: {type: gpu}\n"
                                "assumes: [k8s-api, juju >= 9]\nmin-juju-version: 9.0.0\n"
                                "containers: {web: {}}\n");
  files_.write("lxd-profile.yaml", "config: {}\n");
  EXPECT_EQ(wrong(), Texts{});
  EXPECT_EQ(found(Finding::Kind::Lacking),
            (Texts{"metadata.yaml:3:3: device \"gpu\"", "lxd-profile.yaml: LXD profile"}));
  EXPECT_EQ(
    found(Finding::Kind::Unmet),
    (Texts{"metadata.yaml:6:1: it runs in containers of Kubernetes (containers)",
           "metadata.yaml:4:11: it assumes \"k8s-api\", which Orrery does not have",
           "metadata.yaml:4:20: it assumes \"juju >= 9\", and this is as Juju 3.6.1",
           "metadata.yaml:5:19: it needs Juju 9.0.0 (min-juju-version), and this is as Juju "
           "3.6.1"}));
}

TEST_F(CharmReadings, warn_once_of_a_hook_of_an_endpoint_that_every_charm_has) {
  files_.write("metadata.yaml", "name: web\nsubordinate: true\nrequires:\n"
                                "  juju-info: {interface: juju-info, scope: container}\n");
  files_.write("hooks/juju-info-relation-joined", "#!/bin/sh\n");
  EXPECT_EQ(
    found(Finding::Kind::Warning),
    Texts{"hooks/juju-info-relation-joined: is not executable: the units' copy is made so"});
}

TEST_F(CharmReadings, know_a_charm_by_its_metadata) {
  EXPECT_FALSE(read_charm(files_.path()).is_charm);
  EXPECT_FALSE(read_charm(files_.path() / "none").is_charm);
  files_.write("charmcraft.yaml", "");
  EXPECT_TRUE(read_charm(files_.path()).is_charm);
  EXPECT_EQ(wrong(), Texts{"charmcraft.yaml: the charm has no name: write e.g. name: my-app"});
}

TEST_F(CharmReadings, find_nothing_wrong_where_juju_finds_nothing) {
  files_.write("metadata.yaml", "name: odd\nx-common: &c {interface: API.v2, scope: global}\n"
                                "peers: {creds: {interface: _old_db_peers}}\n"
                                "provides:\n  a:\n    <<: *c\n");
  files_.write("config.yaml", "options:\n  mask: {type: int, default: 0x1F}\n"
                              "  mode: {type: int, default: 0755}\n"
                              "  on-boot: {type: boolean, default: yes}\n"
                              "  token: {type: secret}\n  vip: {type: string, default: }\n");
  EXPECT_EQ(wrong(), Texts{});
  EXPECT_EQ(first(), "");
}

} // namespace
} // namespace orrery::config
