#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/// Looks at what this process holds of the host, as the kernel tells it.
namespace orrery::test {

/// @returns the targets of its open descriptors.
inline std::vector<std::string> open_descriptors() {
  namespace fs = std::filesystem;
  std::vector<std::string> targets;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code closed; // that of the list itself
    if (std::string target = fs::read_symlink(entry.path(), closed).string(); !closed)
      targets.push_back(std::move(target));
  }
  return targets;
}

/// @returns how many blocks of addresses it has (actors/providers/address_blocks.hpp).
inline std::size_t address_blocks_held() {
  std::set<std::string> own;
  for (const std::string& target : open_descriptors())
    own.insert(target);
  std::ifstream sockets("/proc/net/unix");
  std::size_t held = 0;
  for (std::string line; std::getline(sockets, line);) {
    std::istringstream words(line);
    std::string word, inode;
    for (int column = 0; column < 7 && words >> word; ++column)
      inode = word;
    held +=
      line.find("@orrery address block 127.") != line.npos && own.contains("socket:[" + inode + "]")
        ? 1
        : 0;
  }
  return held;
}

/// @returns command lines of other processes that it began, or that have to do with a directory.
inline std::vector<std::string> programs_of(const std::string& directory) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat"), command(entry.path() / "cmdline", std::ios::binary);
    std::string text, line{std::istreambuf_iterator<char>(command), {}};
    std::getline(stat, text);
    std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    char state = 'X';
    pid_t parent = 0;
    rest >> state >> parent;
    const bool is_self = entry.path().filename() == std::to_string(::getpid());
    const bool is_gone = state == 'X' || state == 'Z';
    if (!is_self && !is_gone && (parent == ::getpid() || line.find(directory) != line.npos))
      found.push_back(entry.path().filename().string() + " " + line);
  }
  return found;
}

} // namespace orrery::test
