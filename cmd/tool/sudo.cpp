#include "cmd/tool/alone.hpp"
#include "cmd/tool/stream.hpp"
#include "config/flag_lexer.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace orrery::tool {
namespace {

/// A call, taken apart.
struct Sudo {
  std::string user;
  std::string group;
  Words assignments; ///< `NAME=VALUE` before the command.
  Words command;
};

/// Flags with a value, which only of a user and a group changes something here.
constexpr std::string_view letters_with_value = "CDRTUghprtu";
constexpr std::array<std::string_view, 7> names_with_value{
  "--chdir", "--close-from", "--group", "--host", "--other-user", "--prompt", "--user"};

config::FlagKind kind_of(std::string_view flag) {
  const bool takes_value =
    flag.starts_with("--")
      ? std::find(names_with_value.begin(), names_with_value.end(), flag) != names_with_value.end()
      : letters_with_value.find(flag[1]) != std::string_view::npos;
  return takes_value ? config::FlagKind::Value : config::FlagKind::Switch; // -E, -H, -i, -n, -s
}

Sudo read(const Words& words) {
  Sudo sudo;
  config::FlagLexer lexer(words, 1, {.first_word_ends = true, .letters_equals = false}, kind_of);
  while (const auto lexed = lexer.next()) {
    const std::string& word = lexed->text;
    if (lexed->kind == config::LexedFlag::Kind::Word) {
      const bool assigns = sudo.command.empty() && word.find('=') != std::string::npos
                           && word.find('/') > word.find('=');
      (assigns ? sudo.assignments : sudo.command).push_back(word);
    } else if (word == "-u" || word == "--user") {
      sudo.user = lexed->value.value_or("");
    } else if (word == "-g" || word == "--group") {
      sudo.group = lexed->value.value_or("");
    }
  }
  return sudo;
}

bool is_root(const std::string& user) {
  return user == "root" || user == "#0";
}

} // namespace

int run_sudo(const Words& words) {
  for (const char* system : {"/usr/bin/sudo", "/bin/sudo"})
    if (::access(system, X_OK) == 0) {
      Words same = words;
      same.front() = system;
      return become(same);
    }
  Sudo sudo = read(words);
  if (sudo.command.empty())
    sudo.command.push_back("/bin/sh");
  for (const std::string& assignment : sudo.assignments) {
    const std::size_t equals = assignment.find('=');
    ::setenv(assignment.substr(0, equals).c_str(), assignment.substr(equals + 1).c_str(), 1);
  }
  const bool am_root = ::geteuid() == 0;
  const bool stays = (sudo.user.empty() || (am_root && is_root(sudo.user))) && sudo.group.empty();
  if (stays || (!am_root && is_root(sudo.user)))
    return become(sudo.command);
  if (!am_root) {
    write_error("ERROR sudo: this system has none, and only root may run programs as "
                + (sudo.user.empty() ? "group " + sudo.group : sudo.user) + '\n');
    return 1;
  }
  const char* const runuser = "/usr/sbin/runuser"; // of util-linux, which each Debian has
  Words as{runuser, "-u", sudo.user.empty() ? "root" : sudo.user};
  if (!sudo.group.empty())
    as.insert(as.end(), {"-g", sudo.group});
  as.push_back("--");
  as.insert(as.end(), sudo.command.begin(), sudo.command.end());
  return become(as);
}

} // namespace orrery::tool
