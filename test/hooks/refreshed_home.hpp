#pragma once

#include "actors/providers/charm_copy.hpp"
#include "actors/providers/charm_members.hpp"
#include "actors/providers/charm_replacement.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

/// A unit's directory with a copy of a charm, which is to get the files of another one.
namespace orrery::providers {

namespace fs = std::filesystem;
using hooks::read_file;
using hooks::Sandbox;
using hooks::write_file;

using Files = std::map<std::string, std::string>; ///< By path; one that ends in a slash: directory.
using Tree = std::map<std::string, std::string>;

/// Kinds, modes and contents by path.
inline Tree tree_of(const fs::path& root) {
  Tree tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    struct stat what {};
    EXPECT_EQ(lstat(entry.path().c_str(), &what), 0);
    std::string& text = tree[entry.path().lexically_relative(root).string()];
    if (S_ISLNK(what.st_mode))
      text = "link " + fs::read_symlink(entry.path()).string();
    else
      text = std::to_string(what.st_mode & 07777U)
             + (S_ISREG(what.st_mode) ? " file " + read_file(entry.path()) : " directory");
  }
  return tree;
}

inline ino_t inode(const fs::path& path) {
  struct stat what {};
  return lstat(path.c_str(), &what) == 0 ? what.st_ino : 0;
}

struct Killed {};

struct Home {
  Sandbox box;
  fs::path unit = box.root() / "app-3";
  fs::path copy = unit / "charm";

  Home() { fs::create_directory(unit); }

  fs::path charm(const std::string& name, const Files& files) {
    const fs::path directory = box.root() / "charms" / name;
    fs::create_directories(directory);
    put(directory, files);
    return directory;
  }
  static void put(const fs::path& root, const Files& files) {
    for (const auto& [path, text] : files) {
      fs::create_directories((root / path).parent_path());
      if (!path.ends_with('/'))
        write_file(root / path, text);
    }
  }
  void deploy(const fs::path& charm) {
    const auto copied = copy_charm(charm, copy);
    ASSERT_TRUE(copied) << copied.error();
  }
  CharmReplacement wanted(const fs::path& charm) const {
    return {.charm = charm, .directory = unit};
  }
  /// @returns what has failed; empty: nothing.
  std::string replace(const fs::path& charm) const {
    const auto replaced = replace_charm(wanted(charm));
    return replaced ? "" : replaced.error().text;
  }
  /// The process is killed before that step.
  void replace_killed_at(const fs::path& charm, std::string_view at) const {
    EXPECT_TRUE(try_killed_at(charm, at)) << at;
  }
  /// @returns whether that step was come to.
  bool try_killed_at(const fs::path& charm, std::string_view at) const {
    CharmReplacement replacement = wanted(charm);
    replacement.before = [at](std::string_view step) -> Replaced {
      if (step == at)
        throw Killed();
      return {};
    };
    try {
      EXPECT_TRUE(replace_charm(replacement));
    } catch (const Killed&) {
      return true;
    }
    return false;
  }
  [[nodiscard]] bool has(const char* path) const {
    return fs::exists(fs::symlink_status(copy / path));
  }
  [[nodiscard]] std::string text(const char* path) const { return read_file(copy / path); }
  void expect_settled() const {
    Tree names;
    for (const fs::directory_entry& entry : fs::directory_iterator(unit))
      names[entry.path().filename().string()];
    EXPECT_EQ(names, (Tree{{"charm", ""}, {"charm-members", ""}}));
  }
};

/// A unit with a copy of a charm in which its hooks have written, and the charm that comes next.
struct Refreshed : Home {
  fs::path one = charm("one",
                       {{"metadata.yaml", "name: app\n# 1"},
                        {"revision", "1"},
                        {"hooks/start", "start 1"},
                        {"hooks/stop", "stop 1"},
                        {"lib/a.py", "a 1"},
                        {"lib/only-old.py", "gone"},
                        {"old/data", "gone"},
                        {"old/deep/data", "gone"}});
  fs::path two = charm("two",
                       {{"metadata.yaml", "name: app\n# 2"},
                        {"revision", "2"},
                        {"hooks/start", "start 2"},
                        {"lib/a.py", "a 2"},
                        {"new/data", "new"}});
  Refreshed() {
    deploy(one);
    put(copy, {{".unit-state.db", "state"},
               {"venv/bin/python", "python"},
               {"venv/lib/x/y", "y"},
               {"lib/a.pyc", "compiled"},
               {"old/deep/written", "gone with its directory"},
               {"new/log", "in a directory that only the new charm has"},
               {"hooks/start", "changed by a hook"}});
    fs::create_symlink("venv/bin/python", copy / "python");
    fs::permissions(copy / "venv", fs::perms(0750));
  }
};

} // namespace orrery::providers
