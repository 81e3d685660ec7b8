// Files of charms: given and listed (RS2 to RS4, RS7, RS12, RS14 to RS16).
#include "cmd/charms/damaged_resources.hpp"
#include "cmd/charms/kept_resource.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;

class ResourceVerbs : public ::testing::Test {
protected:
  void SetUp() override {
    bench.charm("shop", "resources:\n  site: {type: file, filename: site.tgz}\n"
                        "  tool: {type: file, filename: tool, description: A tool}\n");
    bench.file("site.tgz", "one");
    bench.file("other.tgz", "two");
  }
  void deploy(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"deploy", "./shop"};
    words.insert(words.end(), more.begin(), more.end());
    ASSERT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
  }
  /// A command line that must change nothing; what it says.
  std::string refused_with(const std::vector<std::string>& words, int exit = cmd::Exit::Failed) {
    const auto before = bench.orchestrator.commands();
    EXPECT_EQ(bench.verb(words), exit) << bench.output.printed;
    EXPECT_EQ(bench.orchestrator.commands(), before);
    return bench.output.complained;
  }
  store::Resource site() {
    return bench.orchestrator.contents()->resources.at("shop").all.at("site");
  }
  fs::path data() { return bench.orchestrator.data_directory(); }
  std::size_t drafts() {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(data() / "charms"))
      count += entry.path().filename().string().starts_with(".draft") ? 1 : 0;
    return count;
  }

  Bench bench;
};

TEST_F(ResourceVerbs, RS2_deploy_uploads_and_names_what_it_keeps) {
  deploy({"--resource", "site=./site.tgz"});
  EXPECT_EQ(site().size, 3U);
  EXPECT_EQ(site().user, "admin");
  EXPECT_EQ(site().hash.size(), 96U);
  EXPECT_TRUE(cmd::is_kept_whole(data(), site()));
  EXPECT_EQ(drafts(), 0U);
  EXPECT_FALSE(has(bench.output.complained, "does not have yet"));
}

TEST_F(ResourceVerbs, RS7_kept_bytes_that_are_damaged_or_gone_are_found) {
  deploy({"--resource", "site=./site.tgz"});
  bool cancelled = false;
  const auto damaged = [&] {
    return cmd::damaged_resources(data(), *bench.orchestrator.contents(),
                                  [&] { return cancelled; });
  };
  EXPECT_EQ(damaged(), std::vector<std::string>{});
  const fs::path kept = data() / "charms" / store::kept_resource_name(site().hash);
  fs::remove(kept / store::resource_content);
  for (const bool gone : {true, false}) {
    if (!gone)
      std::ofstream(kept / store::resource_content) << "eno";
    ASSERT_EQ(damaged().size(), 1U);
    EXPECT_TRUE(has(damaged().front(), "resource \"site\" of application \"shop\""));
    EXPECT_TRUE(has(damaged().front(), "attach-resource shop site=FILE"));
  }
  cancelled = true;
  EXPECT_EQ(damaged(), std::vector<std::string>{});
}

TEST_F(ResourceVerbs, RS2_what_is_wrong_with_a_file_is_said_before_anything_is_made) {
  EXPECT_EQ(refused_with({"deploy", "./shop", "--resource", "x=./site.tgz"}),
            "ERROR unrecognized resource \"x\"\n");
  EXPECT_EQ(refused_with({"deploy", "./shop", "--resource", "y=./a", "--resource", "x=./a"}),
            "ERROR unrecognized resources: x, y\n");
  EXPECT_EQ(refused_with({"deploy", "./shop", "--resource", "site=./none.tgz"}),
            "ERROR file for resource \"site\": stat ./none.tgz: no such file or directory\n");
  bench.file("a.zip", "zip");
  EXPECT_EQ(refused_with({"deploy", "./shop", "--resource", "site=./a.zip"}),
            "ERROR incorrect extension on resource upload \"./a.zip\", expected \".tgz\"\n");
  EXPECT_EQ(refused_with({"deploy", "./shop", "--resource", "site"}, cmd::Exit::Misused),
            "ERROR bad resource arg \"site\": expected name=path format\n");
  EXPECT_TRUE(has(refused_with({"deploy", "./shop", "--resource", "site=./site.tgz", "--resource",
                                "site=./other.tgz"},
                               cmd::Exit::Misused),
                  "is given twice"));
  fs::create_directory(bench.directory / "dir.tgz");
  EXPECT_TRUE(has(refused_with({"deploy", "./shop", "--resource", "site=./dir.tgz"}),
                  "is no file: name one"));
}

TEST_F(ResourceVerbs, RS2_a_bundle_takes_none_on_the_command_line) {
  bench.file("all.yaml", "applications: {shop: {charm: ./shop}}\n");
  EXPECT_TRUE(has(refused_with({"deploy", "./all.yaml", "--resource", "site=./site.tgz"}),
                  "--resource: write them into"));
}

TEST_F(ResourceVerbs, RS2_a_bundle_names_files_beside_itself) {
  bench.file("all.yaml",
             "applications: {shop: {charm: ./shop, resources: {site: ./site.tgz, tool: 3}}}\n");
  ASSERT_EQ(bench.verb({"deploy", "./all.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained, "there is no charm store with revisions of resource"));
  const auto first = site().hash;
  ASSERT_EQ(bench.verb({"deploy", "./all.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_FALSE(has(bench.output.printed, "attached")) << "the same bytes";
  bench.file("site.tgz", "more");
  ASSERT_EQ(bench.verb({"deploy", "./all.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "attached resource site of shop\n"));
  EXPECT_NE(site().hash, first);
  bench.file("all.yaml", "applications: {shop: {charm: ./shop, resources: {x: ./site.tgz}}}\n");
  EXPECT_TRUE(has(refused_with({"deploy", "./all.yaml"}), "unrecognized resource \"x\""));
}

TEST_F(ResourceVerbs, RS4_attach_is_silent_and_wants_what_is_there) {
  deploy();
  ASSERT_EQ(bench.verb({"attach-resource", "shop", "site=./site.tgz"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed + bench.output.complained, "");
  EXPECT_TRUE(cmd::is_kept_whole(data(), site()));
  EXPECT_EQ(refused_with({"attach-resource", "shop", "x"}, cmd::Exit::Misused),
            "ERROR bad resource arg \"x\": expected name=path format\n");
  EXPECT_EQ(refused_with({"attach-resource", "shop", "x=./site.tgz"}),
            "ERROR failed to upload resource \"x\": unrecognized resource \"x\"\n");
  EXPECT_TRUE(has(refused_with({"attach-resource", "none", "site=./site.tgz"}), "not found"));
}

TEST_F(ResourceVerbs, RS7_kept_bytes_that_were_damaged_are_mended_by_the_next_upload) {
  deploy({"--resource", "site=./site.tgz"});
  const auto content =
    data() / "charms" / store::kept_resource_name(site().hash) / store::resource_content;
  fs::permissions(content, fs::perms::owner_write, fs::perm_options::add);
  std::ofstream(content) << "bad";
  EXPECT_FALSE(cmd::is_kept_whole(data(), site()));
  ASSERT_EQ(bench.verb({"attach-resource", "shop", "site=./site.tgz"}), cmd::Exit::Fine);
  EXPECT_TRUE(cmd::is_kept_whole(data(), site()));
  EXPECT_EQ(drafts(), 0U);
}

TEST_F(ResourceVerbs, RS7_more_bytes_than_are_allowed_leave_nothing) {
  const auto kept = cmd::keep_resource(data(), bench.directory / "site.tgz", 2);
  ASSERT_FALSE(kept);
  EXPECT_TRUE(has(kept.error(), "and a resource has at most 2")) << kept.error();
  const auto endless = cmd::keep_resource(data(), "/proc/self/status", 1 << 20);
  ASSERT_FALSE(endless) << "it says that it has no byte, and has some";
  EXPECT_TRUE(has(endless.error(), "grew while it was copied")) << endless.error();
  EXPECT_EQ(drafts(), 0U);
}

TEST_F(ResourceVerbs, RS7_a_file_whose_bytes_change_while_it_is_read_leaves_nothing) {
  const auto file = bench.directory / "large.tgz";
  std::ofstream(file) << std::string(std::size_t{16} << 20, 'a');
  std::fstream into(file, std::ios::in | std::ios::out);
  std::atomic<bool> ends{false};
  std::promise<void> begun;
  std::thread writer([&] {
    for (bool first = true; !ends; first = false) {
      into.seekp(0) << 'b' << std::flush;
      if (first)
        begun.set_value();
    }
  });
  begun.get_future().wait();
  const auto kept = cmd::keep_resource(data(), file, std::size_t{1} << 30);
  ends = true;
  writer.join();
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error(), file.string() + " changed while it was copied: try again");
  EXPECT_EQ(drafts(), 0U);
}

TEST_F(ResourceVerbs, CL12_RS2_an_exported_model_has_its_files_and_is_the_same) {
  deploy({"--resource", "site=./site.tgz"});
  const auto before = site();
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed,
                  "    resources:\n      site: "
                    + (data() / "charms" / ("resource-" + before.hash)).string() + "/content\n"))
    << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "tool:")) << "nobody has given one";
  EXPECT_TRUE(has(bench.output.complained, "own copies of resources"));
  bench.file("exported.yaml", bench.output.printed);
  bench.orchestrator.change([](store::Contents& model) {
    model.charms.clear();
    model.applications.clear();
    model.resources.clear();
    model.units.clear();
    model.machines.clear();
  });
  ASSERT_EQ(bench.verb({"deploy", "./exported.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(site().hash, before.hash);
  const auto commands = bench.orchestrator.commands();
  ASSERT_EQ(bench.verb({"deploy", "./exported.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.commands(), commands) << "it is so already";
}

TEST_F(ResourceVerbs, RS12_refresh_gives_files_with_a_charm_or_alone) {
  deploy({"--resource", "site=./site.tgz"});
  const auto first = site().hash;
  ASSERT_EQ(bench.verb({"refresh", "shop", "--resource", "site=./other.tgz"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_NE(site().hash, first);
  ASSERT_EQ(bench.verb({"refresh", "shop", "--path", "./shop", "--resource", "site=./site.tgz"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(site().hash, first);
  EXPECT_EQ(refused_with({"refresh", "shop", "--resource", "site=3"}),
            "ERROR resource \"site\" revision not found, provide via --resource\n");
  for (const std::string flag : {"--trust", "--storage=x=1"}) {
    const auto said = refused_with({"refresh", "shop", "--resource", "site=./site.tgz", flag});
    EXPECT_TRUE(has(said, flag.substr(0, flag.find('=')) + " goes with --path")) << said;
  }
}

TEST_F(ResourceVerbs, RS14_a_table_of_an_applications) {
  deploy();
  ASSERT_EQ(bench.verb({"attach-resource", "shop", "site=./site.tgz"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"resources", "shop"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Resource  Supplied by  Revision\n"
                                  "site      admin        2026-08-22T10:00\n"
                                  "tool      upload       -\n");
  bench.charm("plain");
  ASSERT_EQ(bench.verb({"deploy", "./plain"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"list-resources", "plain"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "No resources to display.\n");
}

TEST_F(ResourceVerbs, RS15_data_of_an_applications_and_of_a_units) {
  deploy();
  ASSERT_EQ(bench.verb({"resources", "shop", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed,
                  "{\"resourceid\":\"shop/tool\",\"applicationId\":\"shop\",\"name\":\"tool\","
                  "\"type\":\"file\",\"path\":\"tool\",\"description\":\"A tool\","
                  "\"revision\":\"0\",\"fingerprint\":\"\",\"size\":0,\"origin\":\"upload\","
                  "\"used\":false,"))
    << bench.output.printed;
  bench.orchestrator.change([](store::Contents& model) {
    model.resources["shop/0"] = {"shop/0", {{"site", {"aa", 3, 1'787'392'800'000, "admin"}}}};
  });
  ASSERT_EQ(bench.verb({"resources", "shop/0"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Resource  Revision\n"
                                  "site      2026-08-22T10:00\n"
                                  "tool      -\n");
  ASSERT_EQ(bench.verb({"resources", "shop/0", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed.front(), '[');
  EXPECT_TRUE(has(bench.output.printed, "\"fingerprint\":\"aa\",\"size\":3,\"origin\":\"upload\","
                                        "\"used\":true,\"timestamp\":\"2026-08-22T10:00:00Z\","
                                        "\"username\":\"admin\""));
}

TEST_F(ResourceVerbs, RS16_details_of_what_units_have_and_are_to_have) {
  deploy();
  ASSERT_EQ(bench.verb({"attach-resource", "shop", "site=./site.tgz"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"resources", "shop", "--details"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Unit    Resource  Revision  Expected\n"
                                  "shop/0  site      -         2026-08-22T10:00\n"
                                  "shop/0  tool      -         -\n");
  ASSERT_EQ(bench.verb({"resources", "shop", "--details", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "{\"resources\":[{\"unitID\":\"shop/0\",\"unit\":{"));
  EXPECT_EQ(refused_with({"resources", "x/y"}),
            "ERROR \"x/y\" is neither an application nor a unit\n");
  EXPECT_TRUE(has(refused_with({"resources", "shop/7"}), "not found"));
}

} // namespace
} // namespace orrery::test
