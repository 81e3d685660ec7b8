#include "cmd/tool/alone.hpp"
#include "cmd/tool/stream.hpp"

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

/// Flags with an argument that changes nothing here.
constexpr std::string_view letters_with_argument = "CDRTUhprt";
constexpr std::array<std::string_view, 5> names_with_argument{"--chdir", "--close-from", "--host",
                                                              "--other-user", "--prompt"};

/// Takes the argument of a flag from its own word or from the next one.
class Arguments {
public:
  explicit Arguments(const Words& words) : words_(words) {}
  [[nodiscard]] bool at_end() const { return next_ >= words_.size(); }
  [[nodiscard]] const std::string& word() const { return words_[next_]; }
  void pass() { ++next_; }
  std::string next() {
    pass();
    return at_end() ? std::string() : word();
  }

private:
  const Words& words_;
  std::size_t next_ = 1;
};

void read_long(Sudo& sudo, Arguments& arguments) {
  const std::string word = arguments.word();
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const auto value = [&] {
    return equals == std::string::npos ? arguments.next() : word.substr(equals + 1);
  };
  if (name == "--user")
    sudo.user = value();
  else if (name == "--group")
    sudo.group = value();
  else if (std::find(names_with_argument.begin(), names_with_argument.end(), name)
           != names_with_argument.end())
    (void)value();
}

/// Letters may stand together, `-nu postgres`; the last takes the rest of the word.
void read_letters(Sudo& sudo, Arguments& arguments) {
  const std::string word = arguments.word();
  for (std::size_t i = 1; i < word.size(); ++i) {
    const bool is_user = word[i] == 'u';
    const bool is_group = word[i] == 'g';
    if (!is_user && !is_group && letters_with_argument.find(word[i]) == std::string_view::npos)
      continue; // -E, -H, -i, -n, -s and the like
    const std::string value = i + 1 < word.size() ? word.substr(i + 1) : arguments.next();
    if (is_user)
      sudo.user = value;
    if (is_group)
      sudo.group = value;
    return;
  }
}

Sudo read(const Words& words) {
  Sudo sudo;
  Arguments arguments(words);
  for (; !arguments.at_end(); arguments.pass()) {
    const std::string& word = arguments.word();
    if (word == "--") {
      arguments.pass();
      break;
    }
    if (word.size() < 2 || word[0] != '-')
      break;
    if (word[1] == '-')
      read_long(sudo, arguments);
    else
      read_letters(sudo, arguments);
  }
  for (; !arguments.at_end(); arguments.pass()) {
    const std::string& word = arguments.word();
    const bool assigns = sudo.command.empty() && word.find('=') != std::string::npos
                         && word.find('/') > word.find('=');
    (assigns ? sudo.assignments : sudo.command).push_back(word);
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
