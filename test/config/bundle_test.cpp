#include "config/bundle.hpp"
#include "test/config/bundle_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace orrery::config {

using test::BundleFile;
using test::two_applications;
using Names = std::vector<std::string>;
namespace fs = std::filesystem;

TEST_F(BundleFile, good_one_is_read_in_its_order) {
  const auto bundle = load("type: bundle\n"
                           "default-base: debian@12\n"
                           "variables: {common: &common {mode: fast}}\n"
                           "machines:\n"
                           "  \"0\": {constraints: mem=4G}\n"
                           "  1:\n"
                           "applications:\n"
                           "  web:\n"
                           "    charm: web\n"
                           "    channel: stable\n"
                           "    num_units: 3\n"
                           "    to: [0, new, db/0]\n"
                           "    options: *common\n"
                           "    expose: true\n"
                           "    constraints: mem=1G\n"
                           "  db:\n"
                           "    charm: ./charms/../charms/db\n"
                           "    num_units: \"1\"\n"
                           "    to: \"1\"\n"
                           "    options: {port: 3306, debug: true, note: , key: \"\"}\n"
                           "relations:\n"
                           "- [web:db, db:server]\n"
                           "- - web\n"
                           "  - db\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->machines, (Names{"0", "1"}));
  ASSERT_EQ(bundle->applications.size(), 2U);
  const auto& web = bundle->applications[0];
  EXPECT_EQ(web.name, "web");
  EXPECT_EQ(web.charm, files_.path() / "web");
  EXPECT_EQ(web.units, 3U);
  EXPECT_TRUE(web.units_given);
  EXPECT_EQ(web.to, (Names{"0", "new", "db/0"}));
  EXPECT_EQ(web.options, (std::map<std::string, std::string>{{"mode", "fast"}}));
  EXPECT_TRUE(web.exposed);
  EXPECT_EQ(web.line, 8);
  EXPECT_TRUE(web.constraints_given);
  EXPECT_EQ(web.constraints.text(), "mem=1024M");
  ASSERT_EQ(bundle->machine_constraints.size(), 1U);
  EXPECT_EQ(bundle->machine_constraints.at("0").text(), "mem=4096M");
  const auto& db = bundle->applications[1];
  EXPECT_EQ(db.charm, files_.path() / "charms/db");
  EXPECT_EQ(db.units, 1U);
  EXPECT_FALSE(db.constraints_given);
  EXPECT_FALSE(db.trust_given);
  EXPECT_EQ(db.to, Names{"1"});
  EXPECT_EQ(db.options,
            (std::map<std::string, std::string>{{"debug", "true"}, {"key", ""}, {"port", "3306"}}));
  EXPECT_EQ(bundle->relations, (std::vector<std::pair<std::string, std::string>>{
                                 {"web:db", "db:server"}, {"web", "db"}}));
}

TEST_F(BundleFile, options_include_files) {
  files_.write("conf/a.txt", "two\nlines\n");
  files_.write("conf/b.bin", std::string{"\0\xff\x10z", 4});
  const auto bundle = load("applications:\n  web:\n    charm: ./web\n    options:\n"
                           "      text: include-file://conf/a.txt\n"
                           "      bytes: include-base64://conf/b.bin\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->applications[0].options.at("text"), "two\nlines\n");
  EXPECT_EQ(bundle->applications[0].options.at("bytes"), "AP8Qeg==");
}

TEST_F(BundleFile, includes_that_cannot_be_read_are_refused) {
  const auto including = [&](const std::string& value) {
    return application_error("    options: {a: \"" + value + "\"}\n");
  };
  EXPECT_EQ(including("include-file://none"),
            "bundle.yaml:4:18: cannot include none: the file cannot be opened (No such file or "
            "directory): check the path");
  files_.write("binary", "a\n\xff");
  EXPECT_EQ(
    including("include-file://binary"),
    "bundle.yaml:4:18: cannot include binary:2:1: the byte 0xff is not UTF-8: save the file "
    "as UTF-8: use include-base64:// for what is no text");
  ASSERT_EQ(::mkfifo((files_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(including("include-base64://pipe"),
            "bundle.yaml:4:18: cannot include pipe: this is no regular file: give a file's path");
  fs::resize_file(files_.write("large", ""), (1U << 20U) + 1);
  EXPECT_EQ(
    including("include-base64://large"),
    "bundle.yaml:4:18: cannot include large: the file is larger than 1 MiB: such a file may "
    "have at most 1 MiB");
}

TEST_F(BundleFile, included_files_have_a_bound_together) {
  fs::resize_file(files_.write("full", ""), 1U << 20U);
  std::string text = "    options:\n";
  for (int i = 0; i < 17; ++i)
    text.append("      o").append(std::to_string(i)).append(": include-base64://full\n");
  EXPECT_EQ(application_error(text),
            "bundle.yaml:21:12: cannot include full: the file is larger than 0 bytes: such a file "
            "may have at most 0 bytes");
}

TEST_F(BundleFile, unknown_keys_are_warned_of_and_suggest_the_nearest) {
  const auto file = (files_.path() / "bundle.yaml").string();
  const auto bundle = load("comment: mine\n"
                           "applications:\n  web:\n    charm: ./web\n    num-units: 2\n"
                           "machines:\n  0: {color: red}\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->warnings,
            (Names{file + ":1:1: the bundle has no key \"comment\", which is ignored",
                   file
                     + ":5:5: application \"web\" has no key \"num-units\", which is ignored: did "
                       "you mean num_units?",
                   file + ":7:7: machine \"0\" has no key \"color\", which is ignored"}));
  const auto empty = load("aplications: {}\n");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().text(),
            file + ": the bundle has no applications: declare at least one under applications ("
              + file
              + ":1:1: the bundle has no key \"aplications\", which is ignored: did you mean "
                "applications?)");
  EXPECT_EQ(error("color: red\napplications: {web: {chram: ./web}}\n"),
            "bundle.yaml:2:16: application \"web\" has no charm: write e.g. charm: ./web "
            "(bundle.yaml:1:1: the bundle has no key \"color\", which is ignored, and 1 more)");
}

TEST_F(BundleFile, what_would_change_its_meaning_is_warned_of_or_refused) {
  EXPECT_EQ(error("services: {}\n"),
            "bundle.yaml:1:1: services are called applications: write applications:");
  EXPECT_EQ(error("type: windows\n"),
            "bundle.yaml:1:7: this is no bundle of machines but \"windows\": write type: "
            "bundle, or leave it out");
  const auto file = (files_.path() / "bundle.yaml").string();
  const auto bundle = load("bundle: kubernetes\n"
                           "saas: {far: {url: x}}\n"
                           "applications:\n  web:\n    charm: ./web\n    offers: {}\n"
                           "    exposed-endpoints: {\"\": {}}\n"
                           "relations: [[web:db, far:server]]\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->warnings,
            (Names{file + ":1:1: this bundle is one for Kubernetes: its units run on machines here",
                   file
                     + ":2:1: Orrery has no applications of other models (saas): they are left "
                       "out, and the relations with them",
                   file + ":6:5: Orrery has no offers to other models: they are left out"}));
  EXPECT_TRUE(bundle->relations.empty());
  EXPECT_TRUE(bundle->applications[0].exposed);
  EXPECT_EQ(bundle->applications[0].units, 0U);
  EXPECT_FALSE(bundle->applications[0].units_given);
}

TEST_F(BundleFile, a_directory_holds_one_unless_a_charm_lies_there) {
  EXPECT_EQ(bundle_in(files_.path()), std::nullopt);
  const auto file = files_.write("bundle.yaml", "applications: {}\n");
  EXPECT_EQ(bundle_in(files_.path()), file);
  files_.write("metadata.yaml", "name: web\n");
  EXPECT_EQ(bundle_in(files_.path()), std::nullopt);
}

TEST_F(BundleFile, wrong_applications_name_their_place) {
  EXPECT_EQ(error("applications: {}\n"),
            "bundle.yaml: the bundle has no applications: declare at least one under applications");
  EXPECT_EQ(error("applications: [web]\n"),
            "bundle.yaml:1:15: expected a mapping, found a list: write `key: value` lines below "
            "applications");
  EXPECT_EQ(error("applications:\n  web-1: {charm: ./web}\n"),
            "bundle.yaml:2:3: \"web-1\" is no application name: use lower-case letters, digits and "
            "inner dashes, a letter in each part, e.g. my-app");
  EXPECT_EQ(error("applications:\n  web:\n"),
            "bundle.yaml:2:3: application \"web\" has no charm: write e.g. charm: ./web");
  EXPECT_EQ(application_error("    num_units: abc\n"),
            "bundle.yaml:4:16: expected a whole number, found \"abc\": write e.g. num_units: 2");
  EXPECT_EQ(application_error("    num_units: 1000001\n"),
            "bundle.yaml:4:16: expected a whole number from 0 to 1000000, found the number "
            "1000001: write e.g. num_units: 2");
  EXPECT_EQ(application_error("    num_units: 2\n    scale: 2\n"),
            "bundle.yaml:5:5: scale and num_units say the same: keep num_units only");
  EXPECT_EQ(application_error("    expose: maybe\n"),
            "bundle.yaml:4:13: expected true or false, found \"maybe\": write e.g. expose: true");
  EXPECT_EQ(application_error("    options: {a: [b]}\n"),
            "bundle.yaml:4:18: expected a single value, found a list: write e.g. a: text");
}

TEST_F(BundleFile, charms_are_directories) {
  EXPECT_EQ(
    error("applications:\n  a: {charm: mysql}\n"),
    "bundle.yaml:2:14: \"mysql\" is neither a charm's directory nor its archive next to the "
    "bundle: put the charm there and write charm: ./mysql");
  EXPECT_EQ(error("applications:\n  a: {charm: \"ch:mysql\"}\n"),
            "bundle.yaml:2:14: \"ch:mysql\" is neither a charm's directory nor its archive next to "
            "the bundle: put the charm there and write charm: ./mysql");
  EXPECT_EQ(error("applications:\n  a: {charm: ./none}\n"),
            "bundle.yaml:2:14: there is no charm directory or archive \"./none\": paths are "
            "relative to the directory of the file that names them");
  EXPECT_EQ(error("applications:\n  a: {charm: \"\"}\n"),
            "bundle.yaml:2:14: the charm's path is empty: write e.g. charm: ./a");
  EXPECT_EQ(error("applications:\n  a: {charm: " + (files_.path() / "web").string() + "}\n"),
            "no error");
}

TEST_F(BundleFile, wrong_machines_name_their_place) {
  EXPECT_EQ(error("machines: [0]\n"),
            "bundle.yaml:1:11: expected a mapping, found a list: write `key: value` lines below "
            "machines");
  for (const char* name : {"new", "00", "0/lxd/1"})
    EXPECT_EQ(error(std::string{"machines:\n  "} + name + ": {}\n"),
              std::string{"bundle.yaml:2:3: \""} + name
                + "\" is no machine name: write a number, e.g. machines: {\"0\": {}}");
}

TEST_F(BundleFile, looks_like_a_bundle_is_told_from_a_charm) {
  EXPECT_TRUE(looks_like_bundle(files_.write("bundle.yaml", "")));
  EXPECT_TRUE(looks_like_bundle(files_.write("site", "")));
  EXPECT_TRUE(looks_like_bundle(files_.path() / "missing.yaml"));
  EXPECT_FALSE(looks_like_bundle(files_.path() / "missing"));
  EXPECT_FALSE(looks_like_bundle(files_.path() / "web"));
  EXPECT_FALSE(looks_like_bundle(files_.write("web.charm", "PK")));
}

} // namespace orrery::config
