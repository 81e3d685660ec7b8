#include "cmd/tool/alone.hpp"

#include "cmd/tool/stream.hpp"
#include "config/flag_lexer.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace orrery::tool {
namespace {

/// Version as a machine of Juju says it, for what charmhelpers makes of it.
constexpr const char* juju_version = "3.6.1-ubuntu-"
#if defined(__x86_64__)
                                     "amd64";
#elif defined(__aarch64__)
                                     "arm64";
#elif defined(__riscv)
                                     "riscv64";
#elif defined(__s390x__)
                                     "s390x";
#elif defined(__powerpc64__)
                                     "ppc64el";
#else
                                     "unknown";
#endif

int fail(const std::string& text, int code) {
  write_error("ERROR " + text + '\n');
  return code;
}

int run_jujud(const Words& words) {
  if (words.size() != 2 || words[1] != "version")
    return fail("there is no jujud here: it answers `jujud version` only", 1);
  const std::string error = write_output("", std::string(juju_version) + '\n');
  return error.empty() ? 0 : fail(error, 1);
}

/// `web/0` of `unit-web-0`, as the unit is called in paths and tags.
std::string unit_name(const std::string& word) {
  constexpr std::string_view tag = "unit-";
  const std::size_t dash = word.rfind('-');
  if (word.compare(0, tag.size(), tag) != 0 || dash < tag.size()
      || word.find('/') != std::string::npos)
    return word;
  return word.substr(tag.size(), dash - tag.size()) + '/' + word.substr(dash + 1);
}

/// Beside this program, or in PATH.
std::string orrery_program() {
  std::array<char, PATH_MAX> path{};
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  const std::string own(path.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::string beside = own.substr(0, own.rfind('/') + 1) + "orrery";
  return !own.empty() && ::access(beside.c_str(), X_OK) == 0 ? beside : "orrery";
}

/// Outside hooks: cron jobs and programs call it so that commands run in their unit's place.
int run_juju_exec(const Words& words) {
  const std::string& name = words.front();
  bool no_context = false;
  bool with_input = false;
  Words rest;
  config::FlagLexer lexer(words, 1, {.first_word_ends = true}, [](std::string_view flag) {
    return flag == "--no-context" || flag == "--stdin" ? config::FlagKind::Switch
                                                       : config::FlagKind::Unknown;
  });
  while (const auto lexed = lexer.next()) {
    if (lexed->kind == config::LexedFlag::Kind::Word)
      rest.push_back(lexed->text);
    else if (lexed->kind == config::LexedFlag::Kind::Unknown || lexed->value)
      return fail("option provided but not supported: " + words[lexed->first] + ": say " + name
                    + " [--no-context | --stdin] UNIT COMMANDS",
                  2);
    else
      (lexed->text == "--stdin" ? with_input : no_context) = true;
  }
  if (no_context) {
    std::string commands;
    for (const std::string& word : rest)
      commands += (commands.empty() ? "" : " ") + word;
    return become({"/bin/sh", "-c", commands});
  }
  if (const char* context = std::getenv("JUJU_CONTEXT_ID"); context != nullptr && *context != 0)
    return fail(name + " cannot be called from within the hook context, have context \"" + context
                  + "\": call the program itself, or unset JUJU_CONTEXT_ID in what outlives the "
                    "hook",
                1);
  if (rest.size() < 2)
    return fail("no unit and commands named: say " + name + " UNIT COMMANDS", 2);
  Words exec{orrery_program(), "exec", "--unit", unit_name(rest.front())};
  if (with_input) // never by itself: a loop that calls this would lose its own
    exec.push_back("--stdin");
  exec.push_back("--");
  exec.insert(exec.end(), rest.begin() + 1, rest.end());
  return become(exec);
}

} // namespace

int become(const Words& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words)
    arguments.push_back(const_cast<char*>(word.c_str())); // execvp leaves them as they are
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  return fail("cannot run " + words.front() + ": " + std::strerror(errno), 127);
}

int run_alone(const Words& words) {
  if (words.empty())
    return -1;
  if (words.front() == "sudo")
    return run_sudo(words);
  if (words.front() == "jujud")
    return run_jujud(words);
  if (words.front() == "juju-exec" || words.front() == "juju-run")
    return run_juju_exec(words);
  return -1;
}

} // namespace orrery::tool
