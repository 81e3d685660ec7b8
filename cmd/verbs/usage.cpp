#include "cmd/verbs/usage.hpp"

#include "cmd/verbs/keywords.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

std::string spelled(const Flag& flag) {
  std::string text;
  // A flag that is one letter has no long form of its own: `-n`.
  if (flag.letter != '\0')
    text += std::string{"-"} + flag.letter + (flag.name.size() == 1 ? "" : ", ");
  if (flag.name.size() > 1 || flag.letter == '\0')
    text += "--" + flag.name;
  return flag.argument.empty() ? text : text + " " + flag.argument;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 2, width), ' ');
  return text;
}

std::string flag_line(const Flag& flag) {
  return padded("  " + spelled(flag), 30) + flag.help
         + (flag.ignored ? " (accepted, without effect)" : "")
         + (flag.later ? " (comes with a later Orrery)" : "") + "\n";
}

/// Words in lines of at most 100 columns.
std::string wrapped(const std::vector<std::string>& words) {
  constexpr std::size_t widest = 100;
  std::string text;
  std::string line = " ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto word = " " + words[i] + (i + 1 < words.size() ? "," : "");
    if (line.size() + word.size() > widest) {
      text += line + "\n";
      line = " ";
    }
    line += word;
  }
  return text + line + "\n";
}

/// The table's cell shows `|` as it is.
std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char c : text)
    cell += c == '|' ? std::string{"\\|"} : std::string{c};
  return cell;
}

std::string flag_cell(const Verb& verb) {
  std::string cell;
  for (const auto& flag : verb.flags)
    cell += (cell.empty() ? "" : ", ") + std::string{"`"} + in_cell(spelled(flag)) + "`"
            + (flag.ignored ? " (no effect)" : "") + (flag.later ? " (later)" : "");
  return cell;
}

std::string row(const Verb& verb) {
  auto text =
    "| `" + verb.name + (verb.arguments.empty() ? "" : " " + in_cell(verb.arguments)) + "`";
  for (const auto& alias : verb.aliases)
    text += ", `" + alias + "`";
  return text + " | " + verb.summary + " | " + flag_cell(verb) + " |\n";
}

} // namespace

std::string verb_help(const Verb& verb, const std::string& program) {
  auto text = "Usage: " + program + " " + verb.name + " [flags]";
  if (!verb.arguments.empty())
    text += " " + verb.arguments;
  text += "\n\nSummary:\n  " + verb.summary + "\n";
  if (verb.later)
    return text + "\nThis verb comes with a later Orrery.\n";
  if (!verb.more.empty())
    text += "\n" + verb.more;
  if (verb.words_max >= 1000)
    text += "\nIt takes up to " + std::to_string(verb.words_max) + " words.\n";
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
      text += "  " + program + " " + example + "\n";
  }
  return text;
}

std::string overview(const std::string& program) {
  auto text = "Usage: " + program + " VERB [arguments]\n\nVerbs:\n";
  std::vector<std::string> later;
  for (const auto& verb : verbs()) {
    if (verb.later)
      later.push_back(verb.name);
    else if (!verb.hidden)
      text += padded("  " + verb.name, 22) + verb.summary + "\n";
  }
  text += "\nIn the console and its scripts (docs/users/console.md) also:\n";
  for (const auto& keyword : console::keywords())
    text += "  " + std::string{keyword.form} + "\n";
  text += "\nThese come with a later Orrery:\n" + wrapped(later);
  return text + "\nHelp on one verb or statement: " + program + " help VERB\n";
}

std::string command_list() {
  std::string text;
  for (const auto& name : verb_names())
    text += name + "\n";
  return text;
}

std::string markdown() {
  std::string text = "# Verbs\n\n"
                     "Made from the command table by `orrery help commands --markdown`; a test "
                     "compares the two. Each verb\ntakes these flags, too:\n\n";
  for (const auto& flag : common_flags())
    text += "- `" + spelled(flag) + "`: " + flag.help + "\n";
  text +=
    "\n\"No effect\": accepted for scripts that were written for Juju, with a note on standard "
    "error.\n\"Later\": refused with a word that says so.\n\n"
    "| verb | what it does | flags |\n|---|---|---|\n";
  std::vector<std::string> later;
  for (const auto& verb : verbs()) {
    if (verb.later)
      later.push_back("`" + verb.name + "`");
    else if (!verb.hidden)
      text += row(verb);
  }
  text += "\nThese are known and refused (\"comes with a later Orrery\"):\n\n";
  for (std::size_t i = 0; i < later.size(); ++i)
    text += later[i] + (i + 1 < later.size() ? ",\n" : ".\n");
  return text;
}

} // namespace orrery::cmd
