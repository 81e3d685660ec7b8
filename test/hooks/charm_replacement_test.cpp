#include "config/charm_hash.hpp"
#include "test/hooks/refreshed_home.hpp"

#include <fstream>
#include <vector>

/// The swap of a unit's files for those of another charm: its end state is Juju's (P27).
namespace orrery::providers {
namespace {

TEST(ReplaceCharm, P27_files_of_both_are_overwritten_and_those_only_in_the_old_are_gone) {
  Refreshed home;
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_EQ(home.text("hooks/start"), "start 2") << "also where a hook had written to it";
  EXPECT_EQ(home.text("lib/a.py"), "a 2");
  EXPECT_EQ(home.text("new/data"), "new");
  EXPECT_FALSE(home.has("hooks/stop"));
  EXPECT_FALSE(home.has("lib/only-old.py"));
  home.expect_settled();
}

TEST(ReplaceCharm, P27_files_that_no_list_names_stay) {
  Refreshed home;
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_EQ(home.text(".unit-state.db"), "state");
  EXPECT_EQ(home.text("venv/lib/x/y"), "y");
  EXPECT_EQ(home.text("lib/a.pyc"), "compiled") << "in a directory of both charms";
  EXPECT_EQ(home.text("new/log"), "in a directory that only the new charm has");
  EXPECT_EQ(fs::read_symlink(home.copy / "python"), "venv/bin/python");
  EXPECT_EQ(tree_of(home.copy)["venv"], std::to_string(0750) + " directory");
}

TEST(ReplaceCharm, P27_a_directory_only_in_the_old_is_gone_with_what_hooks_wrote_there) {
  Refreshed home;
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_FALSE(home.has("old"));
}

TEST(ReplaceCharm, P27_revision_is_a_member) {
  Refreshed home;
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_EQ(home.text("revision"), "2");
  ASSERT_EQ(home.replace(home.charm("three", {{"metadata.yaml", ""}})), "");
  EXPECT_FALSE(home.has("revision"));
}

TEST(ReplaceCharm, P27_a_directory_in_the_way_of_a_file_and_the_reverse_are_replaced) {
  Home home;
  home.deploy(home.charm("one", {{"was-file", ""}, {"was-directory/x", ""}}));
  Home::put(home.copy, {{"was-directory/written", ""}, {"hooks-file", ""}, {"hooks-tree/x", ""}});
  const fs::path two = home.charm("two", {{"was-file/x", "in a directory"},
                                          {"was-directory", "a file"},
                                          {"hooks-file/x", "in a directory"},
                                          {"hooks-tree", "a file"}});
  ASSERT_EQ(home.replace(two), "");
  EXPECT_EQ(tree_of(home.copy), tree_of(two)) << "nothing else has stayed";
}

TEST(ReplaceCharm, P27_links_of_the_charm_come_and_go_and_are_not_followed) {
  Home home;
  home.deploy(home.charm("one", {{"lib/a", "a"}, {"other/b", "b"}}));
  fs::create_symlink(home.box.root(), home.copy / "out");
  const fs::path two = home.charm("two", {{"src/a", "a"}, {"other/b", "b"}});
  fs::create_symlink("src", two / "lib");
  write_file(home.box.root() / "precious", "kept");
  ASSERT_EQ(home.replace(two), "");
  EXPECT_EQ(fs::read_symlink(home.copy / "lib"), "src") << "in the place of a directory";
  EXPECT_EQ(fs::read_symlink(home.copy / "out"), home.box.root()) << "a hook has made it";
  ASSERT_EQ(home.replace(home.charm("three", {{"lib/a", "a"}})), "");
  EXPECT_TRUE(fs::is_directory(fs::symlink_status(home.copy / "lib")));
  EXPECT_EQ(read_file(home.box.root() / "precious"), "kept");
}

TEST(ReplaceCharm,
     P28_programs_of_the_new_charm_may_be_run_and_directories_are_not_closed_to_writing) {
  Home home;
  home.deploy(home.charm("one", {{"hooks/start", ""}, {"lib/a", ""}}));
  Home::put(home.copy, {{"lib/written", "by a hook"}});
  const fs::path two = home.charm("two", {{"hooks/start", ""}, {"lib/a", ""}});
  fs::permissions(two / "hooks/start", fs::perms(0755));
  fs::permissions(two / "lib", fs::perms(0550));
  ASSERT_EQ(home.replace(two), "");
  const Tree tree = tree_of(home.copy);
  EXPECT_EQ(tree.at("hooks/start"), std::to_string(0755) + " file ");
  EXPECT_EQ(tree.at("lib/a"), std::to_string(0644) + " file ");
  EXPECT_EQ(tree.at("lib"), std::to_string(0755) + " directory");
  EXPECT_EQ(tree.at("lib/written").substr(4), "file by a hook");
}

TEST(ReplaceCharm, what_stays_is_not_copied) {
  Home home;
  home.deploy(home.charm("one", {{"metadata.yaml", ""}}));
  std::map<std::string, ino_t> inodes;
  for (int i = 0; i < 10'000; ++i) {
    const std::string path = "venv/" + std::to_string(i % 100) + "/" + std::to_string(i);
    fs::create_directories((home.copy / path).parent_path());
    std::ofstream(home.copy / path) << i;
    inodes[path] = inode(home.copy / path);
  }
  ASSERT_EQ(home.replace(home.charm("two", {{"metadata.yaml", ""}})), "");
  for (const auto& [path, number] : inodes)
    ASSERT_EQ(inode(home.copy / path), number) << path;
  struct stat what {};
  ASSERT_EQ(stat((home.copy / "venv/0/0").c_str(), &what), 0);
  EXPECT_EQ(what.st_nlink, 1U);
}

TEST(ReplaceCharm, a_file_that_a_program_has_open_is_the_same_afterwards) {
  Refreshed home;
  std::ofstream open(home.copy / ".unit-state.db", std::ios::app);
  ASSERT_EQ(home.replace(home.two), "");
  open << " goes on" << std::flush;
  EXPECT_EQ(home.text(".unit-state.db"), "state goes on");
}

TEST(ReplaceCharm, P27_directories_stay_the_ones_that_programs_of_the_unit_are_in) {
  Refreshed home;
  std::map<std::string, ino_t> inodes;
  for (const char* path : {"", "lib", "hooks", "venv", "new"})
    inodes[path] = inode(home.copy / path);
  ASSERT_EQ(home.replace(home.two), "");
  for (const auto& [path, number] : inodes)
    EXPECT_EQ(inode(home.copy / path), number) << path;
}

TEST(ReplaceCharm, P30_what_fails_amid_the_moves_is_undone) {
  std::vector<std::string> steps;
  {
    Refreshed home;
    CharmReplacement replacement = home.wanted(home.two);
    replacement.before = [&](std::string_view step) -> Replaced {
      steps.emplace_back(step);
      return {};
    };
    ASSERT_TRUE(replace_charm(replacement));
  }
  for (const std::string& failing : steps) {
    if (failing == "list" || failing == "discard")
      continue; // all is moved by then: the next call ends it
    SCOPED_TRACE(failing);
    Refreshed home;
    const Tree before = tree_of(home.unit);
    CharmReplacement replacement = home.wanted(home.two);
    replacement.before = [&](std::string_view step) -> Replaced {
      return step == failing ? Replaced(tl::unexpected(std::string("no"))) : Replaced();
    };
    EXPECT_EQ(replace_charm(replacement).error().text, "no");
    fs::remove_all(home.unit / "charm.old");
    EXPECT_EQ(tree_of(home.unit), before);
    EXPECT_EQ(home.replace(home.two), "");
  }
}

TEST(ReplaceCharm, where_no_list_is_known_nothing_is_deleted) {
  Refreshed home;
  fs::remove(home.unit / "charm-members");
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_EQ(home.text("hooks/start"), "start 2");
  EXPECT_EQ(home.text("old/data"), "gone") << "nobody knows that it was the charm's";
  home.expect_settled();
  ASSERT_EQ(home.replace(home.charm("three", {{"metadata.yaml", ""}})), "");
  EXPECT_FALSE(home.has("new/data")) << "from now on the list is known";
}

TEST(ReplaceCharm, a_copy_that_is_missing_is_made) {
  Refreshed home;
  fs::remove_all(home.copy);
  ASSERT_EQ(home.replace(home.two), "");
  EXPECT_EQ(tree_of(home.copy), tree_of(home.two));
  home.expect_settled();
}

TEST(ReplaceCharm, P30_what_cannot_be_read_is_said_and_the_old_files_stay) {
  Refreshed home;
  const Tree before = tree_of(home.unit);
  const std::string missing = home.replace(home.box.root() / "charms" / "missing");
  EXPECT_NE(missing.find("charms/missing cannot be read: No such file"), std::string::npos)
    << missing;
  mkfifo((home.two / "pipe").c_str(), 0600);
  EXPECT_NE(home.replace(home.two).find("pipe is a device, a socket or a pipe"), std::string::npos);
  EXPECT_EQ(tree_of(home.unit), before);
}

TEST(ReplaceCharm, P30_a_charm_that_somebody_has_changed_is_refused) {
  Refreshed home;
  config::CharmHash hash;
  hash.begin_file("metadata.yaml", false, 10);
  hash.add("name: app\n");
  hash.end_file();
  const std::string name = config::kept_charm_name("app", hash.finish());
  const fs::path kept = home.charm(name, {{"metadata.yaml", "name: bad\n"}});
  const Tree before = tree_of(home.unit);
  EXPECT_NE(home.replace(kept).find("is not what was deployed"), std::string::npos);
  EXPECT_EQ(tree_of(home.unit), before);
  write_file(kept / "metadata.yaml", "name: app\n");
  EXPECT_EQ(home.replace(kept), "");
}

TEST(ReplaceCharm, P30_a_copy_that_is_no_directory_of_the_units_own_is_refused) {
  Refreshed home;
  fs::rename(home.copy, home.box.root() / "elsewhere");
  fs::create_symlink(home.box.root() / "elsewhere", home.copy);
  EXPECT_NE(home.replace(home.two).find("charm is a symlink: put the directory"),
            std::string::npos);
  fs::remove(home.copy);
  write_file(home.copy, "");
  EXPECT_NE(home.replace(home.two).find("charm is no directory: remove it"), std::string::npos);
}

TEST(ReplaceCharm, P30_what_cannot_be_copied_may_pass_and_what_is_in_the_way_does_not) {
  Refreshed home;
  const auto missing = replace_charm(home.wanted(home.box.root() / "charms" / "missing"));
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().may_pass);
  CharmReplacement amid = home.wanted(home.two);
  amid.before = [](std::string_view step) -> Replaced {
    return step.starts_with("put") ? Replaced(tl::unexpected(std::string("no"))) : Replaced();
  };
  const auto moved = replace_charm(amid);
  ASSERT_FALSE(moved);
  EXPECT_FALSE(moved.error().may_pass);
  fs::rename(home.copy, home.box.root() / "elsewhere");
  fs::create_symlink(home.box.root() / "elsewhere", home.copy);
  const auto link = replace_charm(home.wanted(home.two));
  ASSERT_FALSE(link);
  EXPECT_FALSE(link.error().may_pass);
}

TEST(ReplaceCharm, P4_the_copy_says_its_revision_whatever_the_charm_s_own_file_says) {
  Refreshed home;
  CharmReplacement replacement = home.wanted(home.two);
  replacement.revision = 7;
  ASSERT_TRUE(replace_charm(replacement));
  EXPECT_EQ(home.text("revision"), "7");
  replacement.revision = 8; // of the same files
  ASSERT_TRUE(replace_charm(replacement));
  EXPECT_EQ(home.text("revision"), "8");
  const fs::path bare = home.charm("bare", {{"metadata.yaml", "name: app"}});
  CharmReplacement first = home.wanted(bare);
  first.revision = 9;
  ASSERT_TRUE(replace_charm(first));
  EXPECT_EQ(home.text("revision"), "9");
  ASSERT_EQ(home.replace(bare), "");
  EXPECT_FALSE(home.has("revision")) << "a member as any";
  fs::remove_all(home.copy);
  ASSERT_TRUE(replace_charm(first));
  EXPECT_EQ(home.text("revision"), "9") << "of a copy that is made anew";
}

TEST(DamageOfCopy, P39_what_makes_a_copy_none_is_named) {
  Refreshed home;
  EXPECT_EQ(damage_of_copy(home.copy), "");
  fs::remove(home.copy / "metadata.yaml");
  EXPECT_NE(damage_of_copy(home.copy).find("metadata.yaml is gone"), std::string::npos);
  fs::create_directory(home.copy / "metadata.yaml");
  EXPECT_NE(damage_of_copy(home.copy).find("metadata.yaml is gone"), std::string::npos);
  fs::remove(home.unit / "charm-members");
  EXPECT_EQ(damage_of_copy(home.copy), "") << "nobody knows that the charm had one";
  fs::remove_all(home.copy);
  EXPECT_NE(damage_of_copy(home.copy).find("charm is not there"), std::string::npos);
  fs::remove_all(home.unit);
  EXPECT_EQ(damage_of_copy(home.copy), "") << "then its machine is lost";
}

TEST(DamageOfCopy, P39_a_link_that_leads_out_is_no_file_of_the_charm) {
  Refreshed home;
  write_file(home.box.root() / "elsewhere", "name: app");
  fs::remove(home.copy / "metadata.yaml");
  fs::create_symlink(home.box.root() / "elsewhere", home.copy / "metadata.yaml");
  EXPECT_NE(damage_of_copy(home.copy).find("metadata.yaml is gone"), std::string::npos);
}

TEST(ReplaceCharm, P39_a_damaged_copy_gets_its_files_once_more_and_keeps_its_own) {
  Refreshed home;
  fs::remove(home.copy / "metadata.yaml");
  ASSERT_EQ(home.replace(home.one), "");
  EXPECT_EQ(home.text("metadata.yaml"), "name: app\n# 1");
  EXPECT_EQ(home.text("hooks/start"), "start 1");
  EXPECT_EQ(home.text(".unit-state.db"), "state");
}

TEST(ReplaceCharm, the_files_that_come_are_given_to_the_units_user) {
  Refreshed home;
  CharmReplacement replacement = home.wanted(home.two);
  replacement.give = [&](const fs::path& files) -> Replaced {
    EXPECT_EQ(tree_of(files), tree_of(home.two));
    return tl::unexpected(std::string("no user is left"));
  };
  const Tree before = tree_of(home.unit);
  EXPECT_EQ(replace_charm(replacement).error().text, "no user is left");
  EXPECT_EQ(tree_of(home.unit), before);
}

} // namespace
} // namespace orrery::providers
