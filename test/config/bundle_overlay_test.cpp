#include "test/config/bundle_file.hpp"

namespace orrery::config {

using test::BundleFile;
using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class Overlay : public BundleFile {
protected:
  static constexpr auto shop = "machines: {\"0\": {}, \"1\": {}}\n"
                               "applications:\n"
                               "  web:\n"
                               "    charm: ./web\n"
                               "    num_units: 2\n"
                               "    to: [\"0\", \"1\"]\n"
                               "    options: {port: 80, mode: fast}\n"
                               "  db: {charm: ./charms/db, expose: true}\n"
                               "relations:\n"
                               "- [web:db, db:server]\n";

  Result<Bundle> overlaid(const std::string& overlay) const {
    return load_bundle(files_.write("bundle.yaml", shop),
                       {files_.write("over/here.yaml", overlay)});
  }
  std::string overlay_error(const std::string& overlay) const {
    const auto loaded = overlaid(overlay);
    return loaded ? "no error" : files_.local(loaded.error().text());
  }
};

TEST_F(Overlay, scalars_and_lists_overwrite_and_mappings_merge) {
  const auto bundle = overlaid("applications:\n"
                               "  web:\n"
                               "    num_units: 1\n"
                               "    to: [new]\n"
                               "    options: {port: 8080, host: here}\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  const BundleApplication& web = bundle->applications.at(0);
  EXPECT_EQ(web.units, 1U);
  EXPECT_EQ(web.to, Names{"new"});
  EXPECT_EQ(web.options, (std::map<std::string, std::string>{
                           {"port", "8080"}, {"mode", "fast"}, {"host", "here"}}));
  EXPECT_EQ(web.charm, files_.path() / "web");
  EXPECT_TRUE(bundle->applications.at(1).exposed);
}

TEST_F(Overlay, an_empty_mapping_clears) {
  const auto bundle = overlaid("applications: {web: {options: {}}}\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_TRUE(bundle->applications.at(0).options.empty());
}

TEST_F(Overlay, relations_are_appended_and_machines_replaced) {
  std::filesystem::create_directories(files_.path() / "over/cache");
  const auto bundle = overlaid("machines: {\"5\": {}}\n"
                               "applications:\n"
                               "  web: {num_units: 1, to: [\"5\"]}\n"
                               "  cache: {charm: ./cache}\n"
                               "relations:\n"
                               "- [web:cache, cache]\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->machines, Names{"5"});
  EXPECT_EQ(bundle->relations, (Pairs{{"web:db", "db:server"}, {"web:cache", "cache"}}));
  // Paths begin at the file that names them.
  EXPECT_EQ(bundle->applications.at(2).charm, files_.path() / "over/cache");
}

TEST_F(Overlay, an_empty_application_goes_with_its_relations) {
  for (const char* nothing : {"", "{}"}) {
    const auto bundle = overlaid(std::string{"applications:\n  db: "} + nothing + "\n");
    ASSERT_TRUE(bundle) << bundle.error().text();
    ASSERT_EQ(bundle->applications.size(), 1U);
    EXPECT_EQ(bundle->applications.at(0).name, "web");
    EXPECT_EQ(bundle->relations, Pairs{});
  }
  EXPECT_EQ(overlay_error("applications:\n  gone:\n"), "no error");
}

TEST_F(Overlay, errors_name_the_file_that_they_stand_in) {
  EXPECT_EQ(overlay_error("applications: {web: {num_units: many}}\n").substr(0, 21),
            "over/here.yaml:1:33: ");
  EXPECT_EQ(overlay_error("[]\n").substr(0, 19), "over/here.yaml:1:1:");
  EXPECT_EQ(overlay_error("machines: {\"0\": {}}\n").substr(0, 14),
            "bundle.yaml:6:"); // to: ["0", "1"]
  EXPECT_EQ(overlay_error("relations: 5\n").substr(0, 18), "over/here.yaml:1:1");
}

TEST_F(Overlay, a_bundle_that_is_none_is_not_hidden_by_its_overlay) {
  const auto over = files_.write("over/here.yaml", "applications: {web: {charm: ../web}}\n");
  const auto wrong = load_bundle(files_.write("bundle.yaml", "[web]\n"), {over});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(files_.local(wrong.error().text()).substr(0, 16), "bundle.yaml:1:1:");
  EXPECT_TRUE(load_bundle(files_.write("bundle.yaml", ""), {over}));
}

TEST_F(Overlay, further_documents_of_the_bundle_come_first) {
  const auto bundle = load_bundle(
    files_.write("bundle.yaml", std::string{shop}
                                  + "---\n"
                                    "applications: {web: {options: {port: 1, mode: slow}}}\n"
                                    "---\n"
                                    "applications: {web: {options: {port: 2}}}\n"),
    {files_.write("over/here.yaml", "applications: {web: {options: {mode: late}}}\n")});
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->applications.at(0).options,
            (std::map<std::string, std::string>{{"port", "2"}, {"mode", "late"}}));
}

TEST_F(Overlay, documents_and_overlays_are_bounded) {
  std::string many = shop;
  for (int i = 0; i < 64; ++i)
    many += "---\napplications: {}\n";
  EXPECT_NE(error(many).find("too many documents in this file: write at most 64"),
            std::string::npos)
    << error(many);
  const auto file = files_.write("over/here.yaml", "applications: {}\n");
  const auto loaded =
    load_bundle(files_.write("bundle.yaml", shop), std::vector<std::filesystem::path>(65, file));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(files_.local(loaded.error().text()),
            "bundle.yaml: there are more than 64 overlays for it: put several into one file");
}

} // namespace orrery::config
