#include "actors/providers/process_provider.hpp"
#include "actors/providers/trash.hpp"
#include "config/charm_hash.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::is_alive;
using hooks::read_file;
using hooks::Sandbox;
using hooks::Signpost;
using hooks::write_file;

struct Cloud {
  Cloud() { fs::create_directory(charm); }
  Sandbox box;
  fs::path charm = box.root() / "charm-store";
  Trash trash{box.root() / "trash", {}};
  std::unique_ptr<Provider> provider = make();
  [[nodiscard]] std::unique_ptr<Provider> make() {
    ProcessProviderOptions options;
    options.data_directory = box.root();
    options.tool = "/usr/bin/orrery-tool";
    options.tools = {"config-get", "relation-set"};
    options.grace = std::chrono::milliseconds(0);
    options.trash = &trash;
    return make_process_provider(options);
  }
  [[nodiscard]] std::string refusal() const {
    const auto deployed = provider->deploy_unit(3, "app/3", charm);
    return deployed ? "" : deployed.error().text;
  }
};

mode_t mode_of(const fs::path& path) {
  struct stat what {};
  return lstat(path.c_str(), &what) == 0 ? what.st_mode & 07777U : 0;
}

TEST(ProcessProvider, M8_lists_a_machine_without_a_directory_whose_units_left_programs) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  fs::create_directories(cloud.box.root() / "kept" / "5");
  write_file(cloud.box.root() / "kept" / "5" / "app-3.999999", "999998 1 sleep\n");
  const auto instances = cloud.provider->list();
  ASSERT_EQ(instances->size(), 2U);
  EXPECT_FALSE(instances->front().lost);
  EXPECT_EQ(instances->back().name, "process-5");
  EXPECT_TRUE(instances->back().lost);
  EXPECT_TRUE(cloud.provider->stop("process-5", false));
  EXPECT_EQ(cloud.provider->list()->size(), 1U);
}

TEST(ProcessProvider, start_is_repeatable_and_lists_instances) {
  Cloud cloud;
  EXPECT_TRUE(cloud.provider->list()->empty());
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(cloud.provider->start(12)->name, "process-12");
  ASSERT_TRUE(cloud.provider->start(3));
  const auto instances = cloud.provider->list();
  ASSERT_EQ(instances->size(), 2U);
  EXPECT_EQ(instances->at(0).name, "process-3");
  EXPECT_EQ(instances->at(0).address, "127.77.0.4");
  EXPECT_EQ(instances->at(1).address, cloud.provider->start(12)->address);
  EXPECT_EQ(mode_of(cloud.box.root() / "machines" / "3"), 0700U);
}

TEST(ProcessProvider, gives_each_machine_an_address_of_its_own) {
  Cloud cloud;
  std::set<std::string> addresses;
  for (const store::MachineId machine :
       {0U, 253U, 254U, 255U, 256U, 507U, 508U, 64'999U, 65'023U, 65'024U, 99'999U,
        178 * 65'024 - 1U, 178 * 65'024U, 254 * 65'024 - 1U}) {
    const auto instance = cloud.provider->start(machine);
    ASSERT_TRUE(instance);
    addresses.insert(instance->address);
    const std::string last = instance->address.substr(instance->address.rfind('.') + 1);
    EXPECT_NE(last, "0");
    EXPECT_NE(last, "255");
  }
  EXPECT_EQ(addresses.size(), 14U);
  EXPECT_TRUE(addresses.contains("127.77.255.254")) << "the last one of its block";
  EXPECT_TRUE(addresses.contains("127.78.0.1")) << "the next block goes on";
  EXPECT_TRUE(addresses.contains("127.254.255.254")) << "the last block";
  EXPECT_TRUE(addresses.contains("127.1.0.1")) << "is followed by the first";
  EXPECT_TRUE(addresses.contains("127.76.255.254")) << "the last one";
  const auto none = cloud.provider->start(254 * 65'024);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text.find("no address is left for machine 16516096"), std::string::npos);
}

TEST(ProcessProvider, stop_removes_a_machine_and_is_repeatable) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(cloud.provider->stop("process-3", false));
  EXPECT_TRUE(cloud.provider->list()->empty());
  for (const char* stranger : {"process-", "process-03", "process-../x", "i-0815"})
    EXPECT_FALSE(cloud.provider->stop(stranger, false)) << stranger;
}

TEST(ProcessProvider, deploys_a_copy_of_the_charm_with_tools) {
  Cloud cloud;
  fs::create_directories(cloud.charm / "hooks" / "deep");
  write_file(cloud.charm / "hooks" / "install", "#!/bin/sh\n");
  fs::permissions(cloud.charm / "hooks" / "install", fs::perms(04755));
  write_file(cloud.charm / "hooks" / "deep" / "data", std::string(200'000, 'd'));
  fs::permissions(cloud.charm / "hooks" / "deep", fs::perms(0550));
  fs::create_symlink("install", cloud.charm / "hooks" / "start");
  fs::create_symlink("../hooks/deep", cloud.charm / "hooks" / "link");
  ASSERT_TRUE(cloud.provider->start(3));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(cloud.refusal(), "");
  const UnitPlace place = cloud.provider->place(3, "app/3");
  EXPECT_EQ(place.directory, cloud.box.root() / "machines/3/units/app-3");
  EXPECT_EQ(place.log, cloud.box.root() / "logs/unit-app-3.log");
  EXPECT_EQ(mode_of(place.directory), 0700U);
  EXPECT_EQ(mode_of(fs::path(place.charm) / "hooks" / "install"), 0755U) << "without setuid";
  EXPECT_EQ(mode_of(fs::path(place.charm) / "hooks" / "deep"), 0755U);
  EXPECT_EQ(read_file(fs::path(place.charm) / "hooks" / "deep" / "data").size(), 200'000U);
  EXPECT_EQ(fs::read_symlink(fs::path(place.charm) / "hooks" / "start"), "install");
  EXPECT_EQ(fs::read_symlink(fs::path(place.charm) / "hooks" / "link"), "../hooks/deep");
  EXPECT_EQ(fs::canonical(place.tools), fs::canonical(cloud.box.root() / "tools")) << "one for all";
  EXPECT_EQ(fs::read_symlink(fs::path(place.tools) / "config-get"), "/usr/bin/orrery-tool");
  EXPECT_EQ(fs::read_symlink(fs::path(place.tools) / "relation-set"), "/usr/bin/orrery-tool");
  EXPECT_EQ(*cloud.provider->deployed_units(3), std::vector<std::string>{"app/3"});
}

TEST(ProcessProvider, repeats_a_copy_that_was_interrupted_and_keeps_a_whole_one) {
  Cloud cloud;
  write_file(cloud.charm / "metadata.yaml", "name: app\n");
  ASSERT_TRUE(cloud.provider->start(3));
  const UnitPlace place = cloud.provider->place(3, "app/3");
  fs::create_directories(fs::path(place.directory) / ".charm-half" / "leftover");
  ASSERT_EQ(cloud.refusal(), "");
  EXPECT_FALSE(fs::exists(fs::path(place.charm) / "leftover"));
  EXPECT_FALSE(fs::exists(fs::path(place.directory) / ".charm-half"));
  write_file(fs::path(place.charm) / "state", "of the charm's own");
  ASSERT_EQ(cloud.refusal(), "");
  EXPECT_EQ(read_file(fs::path(place.charm) / "state"), "of the charm's own");
}

TEST(ProcessProvider, compares_a_kept_charm_with_its_hash_before_a_unit_gets_it) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  config::CharmHash hash;
  hash.begin_file("metadata.yaml", false, 10);
  hash.add("name: app\n");
  hash.end_file();
  cloud.charm = cloud.box.root() / config::kept_charm_name("app", hash.finish());
  fs::create_directory(cloud.charm);
  write_file(cloud.charm / "metadata.yaml", "name: bad\n");
  chmod((cloud.charm / "metadata.yaml").c_str(), 0444);
  const UnitPlace place = cloud.provider->place(3, "app/3");
  EXPECT_NE(cloud.refusal().find("is not what was deployed"), std::string::npos);
  EXPECT_FALSE(fs::exists(place.charm));
  fs::remove(cloud.charm / "metadata.yaml");
  write_file(cloud.charm / "metadata.yaml", "name: app\n");
  chmod((cloud.charm / "metadata.yaml").c_str(), 0444);
  EXPECT_EQ(cloud.refusal(), "");
  EXPECT_EQ(mode_of(fs::path(place.charm) / "metadata.yaml"), 0644U) << "the unit's own copy";
}

TEST(ProcessProvider, refuses_symlinks_that_lead_out_of_the_charm) {
  const auto refused = [](const std::vector<std::pair<std::string, std::string>>& links) {
    Cloud cloud;
    EXPECT_TRUE(cloud.provider->start(3));
    fs::create_directories(cloud.charm / "a" / "b");
    for (const auto& [name, target] : links)
      fs::create_symlink(target, cloud.charm / name);
    const std::string text = cloud.refusal();
    EXPECT_EQ(text.empty(), fs::exists(cloud.provider->place(3, "app/3").charm));
    return text.find("leads out of the charm") != std::string::npos;
  };
  EXPECT_TRUE(refused({{"evil", "/etc/passwd"}}));
  EXPECT_TRUE(refused({{"evil", "../charm-store"}}));
  EXPECT_TRUE(refused({{"a/b/evil", "../../../x"}}));
  EXPECT_TRUE(refused({{"a/b/up", "../.."}, {"evil", "a/b/up/../secret"}}))
    << "out through another link";
  EXPECT_FALSE(refused({{"a/b/up", "../.."}, {"a/b/not-there", "./yet"}}));
}

TEST(ProcessProvider, refuses_what_is_no_file) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  mkfifo((cloud.charm / "pipe").c_str(), 0600);
  EXPECT_EQ(cloud.refusal(), "charm " + cloud.charm.string()
                               + ": pipe is a device, a socket or a pipe: a charm holds files, "
                                 "directories and symlinks only");
  EXPECT_FALSE(fs::exists(fs::path(cloud.provider->place(3, "app/3").directory) / ".charm-half"));
}

TEST(ProcessProvider, says_what_is_missing) {
  Cloud cloud;
  EXPECT_NE(cloud.refusal().find("machine 3 is not started"), std::string::npos);
  ASSERT_TRUE(cloud.provider->start(3));
  fs::remove(cloud.charm);
  EXPECT_NE(cloud.refusal().find("charm-store cannot be read: No such file"), std::string::npos)
    << cloud.refusal();
  EXPECT_FALSE(cloud.provider->deploy_unit(3, "../evil/0", cloud.charm));
  EXPECT_FALSE(cloud.provider->recall_unit(3, "../evil/0"));
}

TEST(ProcessProvider, P27_replaces_a_unit_s_charm_and_keeps_what_its_hooks_wrote) {
  Cloud cloud;
  write_file(cloud.charm / "old", "");
  ASSERT_TRUE(cloud.provider->start(3));
  const fs::path next = cloud.box.root() / "next-charm";
  fs::create_directory(next);
  write_file(next / "new", "");
  const auto missing = cloud.provider->replace_charm(3, "app/3", next);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text.find("unit app/3 is not deployed: "), std::string::npos);
  ASSERT_EQ(cloud.refusal(), "");
  const fs::path copy = cloud.provider->place(3, "app/3").charm;
  write_file(copy / "state", "of the charm's own");
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(cloud.provider->replace_charm(3, "app/3", next));
  EXPECT_FALSE(fs::exists(copy / "old"));
  EXPECT_TRUE(fs::exists(copy / "new"));
  EXPECT_EQ(read_file(copy / "state"), "of the charm's own");
  EXPECT_FALSE(fs::exists(copy.parent_path() / "charm.new"));
  EXPECT_FALSE(cloud.provider->replace_charm(3, "../evil/0", next));
}

TEST(ProcessProvider, P39_deploying_leaves_a_copy_that_is_gone_to_the_agent_of_an_installed_unit) {
  Cloud cloud;
  write_file(cloud.charm / "file", "");
  ASSERT_TRUE(cloud.provider->start(3));
  CharmForUnit charm(cloud.charm, 4);
  ASSERT_TRUE(cloud.provider->deploy_unit(3, "app/3", charm));
  const fs::path copy = cloud.provider->place(3, "app/3").charm;
  EXPECT_EQ(read_file(copy / "revision"), "4");
  fs::remove_all(copy);
  charm.had_copy = true;
  ASSERT_TRUE(cloud.provider->deploy_unit(3, "app/3", charm));
  EXPECT_FALSE(fs::exists(copy));
  ASSERT_TRUE(cloud.provider->replace_charm(3, "app/3", charm));
  EXPECT_TRUE(fs::exists(copy / "file"));
}

TEST(ProcessProvider, P29_deploying_clears_what_an_interrupted_replacement_has_left) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  ASSERT_EQ(cloud.refusal(), "");
  const fs::path copy = cloud.provider->place(3, "app/3").charm;
  write_file(copy / "state", "of the charm's own");
  fs::create_directory(copy.parent_path() / "charm.new");
  fs::create_directory(copy.parent_path() / "charm.old");
  ASSERT_EQ(cloud.refusal(), "");
  EXPECT_EQ(read_file(copy / "state"), "of the charm's own");
  EXPECT_FALSE(fs::exists(copy.parent_path() / "charm.new"));
  EXPECT_FALSE(fs::exists(copy.parent_path() / "charm.old"));
}

TEST(ProcessProvider, recall_ends_a_unit_s_processes_and_removes_it_only) {
  Cloud cloud;
  ASSERT_TRUE(cloud.provider->start(3));
  ASSERT_TRUE(cloud.provider->deploy_unit(3, "app/3", cloud.charm));
  ASSERT_TRUE(cloud.provider->deploy_unit(3, "app-two/10", cloud.charm));
  write_file(cloud.box.root() / "precious", "kept");
  const UnitPlace place = cloud.provider->place(3, "app/3");
  fs::create_directory_symlink(cloud.box.root(), fs::path(place.charm) / "out");
  Signpost pids(cloud.box.root() / "pids");
  const std::string leave =
    "(setsid sh -c 'echo $$ > $DIR/pids; exec sleep 1000' >/dev/null 2>&1 &)";
  ASSERT_TRUE(cloud.box.run(cloud.box.job("app/3", "start", leave)).success());
  const pid_t one = pids.pid();
  ASSERT_TRUE(cloud.box.run(cloud.box.job("app-two/10", "start", leave)).success());
  const pid_t other = pids.pid();
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(cloud.provider->recall_unit(3, "app/3"));
  EXPECT_FALSE(is_alive(one));
  EXPECT_TRUE(is_alive(other));
  EXPECT_FALSE(fs::exists(place.directory));
  EXPECT_EQ(read_file(cloud.box.root() / "precious"), "kept");
  EXPECT_EQ(*cloud.provider->deployed_units(3), std::vector<std::string>{"app-two/10"});
  EXPECT_TRUE(cloud.provider->stop("process-3", false));
  EXPECT_FALSE(is_alive(other));
}

} // namespace
} // namespace orrery::providers
