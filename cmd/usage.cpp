#include "cmd/usage.hpp"

#include "cmd/arguments.hpp"
#include "cmd/verbs.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

std::string flag_line(const Flag& flag) {
  std::string text = "  ";
  if (flag.letter != '\0')
    text += std::string{"-"} + flag.letter + ", ";
  text += "--" + flag.name;
  if (!flag.argument.empty())
    text += " " + flag.argument;
  text.resize(std::max<std::size_t>(text.size() + 2, 30), ' ');
  return text + flag.help + (flag.ignored ? " (accepted, without effect)" : "") + "\n";
}

} // namespace

std::string verb_help(const Verb& verb) {
  auto text = "Usage: orrery " + verb.name + " [flags]";
  if (!verb.arguments.empty())
    text += " " + verb.arguments;
  text += "\n\nSummary:\n  " + verb.summary + "\n";
  if (!verb.aliases.empty()) {
    text += "\nAliases:";
    for (const auto& alias : verb.aliases)
      text += " " + alias;
    text += "\n";
  }
  text += "\nFlags:\n";
  for (const auto* flags : {&verb.flags, &common_flags()})
    for (const auto& flag : *flags)
      text += flag_line(flag);
  if (!verb.examples.empty()) {
    text += "\nExamples:\n";
    for (const auto& example : verb.examples)
      text += "  orrery " + example + "\n";
  }
  return text;
}

std::string overview() {
  std::string text = "Usage: orrery VERB [arguments]\n\nVerbs:\n";
  for (const auto& verb : verbs()) {
    auto line = "  " + verb.name;
    line.resize(std::max<std::size_t>(line.size() + 2, 22), ' ');
    text += line + verb.summary + "\n";
  }
  text += "  serve               Start the orchestrator\n\nHelp on one verb: orrery help VERB\n";
  return text;
}

} // namespace orrery::cmd
