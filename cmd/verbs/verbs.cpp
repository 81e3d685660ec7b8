#include "cmd/verbs/verbs.hpp"

#include "cmd/client/terminal_text.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/jujus_own.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// The program of whoever types the verb writes that file (cmd/engine/output_file.hpp).
Verb with_output_file(Verb verb) {
  const bool shows = verb.name == "export-bundle"
                     || std::any_of(verb.flags.begin(), verb.flags.end(),
                                    [](const Flag& flag) { return flag.name == "format"; });
  if (shows)
    verb.flags.push_back(
      {"output", 'o', Flag::Kind::Text, "FILE", "Where it goes, default standard output"});
  return verb;
}

std::vector<Verb> make_verbs() {
  std::vector<Verb> table;
  for (auto* group :
       {deploy_verbs,      unit_verbs,          machine_verbs,        relation_verbs,
        application_verbs, config_verbs,        resolved_verbs,       status_verbs,
        show_verbs,        debug_log_verbs,     check_verbs,          wait_verbs,
        explain_verbs,     fault_verbs,         history_verbs,        help_verbs,
        model_verbs,       model_config_verbs,  serve_verbs,          completion_verbs,
        later_verbs,       log_level_verbs,     exec_verbs,           expose_verbs,
        trust_verbs,       status_log_verbs,    simulate_verbs,       backup_verbs,
        run_verbs,         operation_verbs,     show_operation_verbs, task_verbs,
        action_verbs,      charm_verbs,         refresh_verbs,        debug_hooks_verbs,
        bind_verbs,        wait_for_verbs,      bundle_verbs,         constraint_verbs,
        ssh_verbs,         scp_verbs,           controller_verbs,     ssh_key_verbs,
        add_model_verbs,   destroy_model_verbs, show_model_verbs,     model_defaults_verbs,
        storage_verbs,     resource_verbs,      user_verbs,           grant_verbs,
        password_verbs,    secret_verbs,        secret_change_verbs,  disabled_command_verbs,
        rekey_verbs})
    for (auto& verb : group())
      table.push_back(with_output_file(std::move(verb)));
  std::sort(table.begin(), table.end(),
            [](const Verb& a, const Verb& b) { return a.name < b.name; });
  return table;
}

} // namespace

const std::vector<Verb>& verbs() {
  static const auto table = make_verbs();
  return table;
}

const Verb* find_verb(std::string_view name) {
  for (const auto& verb : verbs())
    if (verb.name == name
        || std::find(verb.aliases.begin(), verb.aliases.end(), name) != verb.aliases.end())
      return &verb;
  return nullptr;
}

const std::vector<std::string>& verb_names() {
  static const auto names = [] {
    std::vector<std::string> all;
    for (const auto& verb : verbs()) {
      if (verb.hidden)
        continue;
      all.push_back(verb.name);
      all.insert(all.end(), verb.aliases.begin(), verb.aliases.end());
    }
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

std::string unknown_verb(const std::string& word, const std::string& program) {
  const auto name = one_line(word);
  if (is_of_kubernetes(word)) // CL22
    return "Juju command \"" + name + "\" only supported on k8s container models";
  if (const auto why = jujus_own(word); !why.empty())
    return "\"" + name + "\" is a command of Juju's that Orrery does not have: " + why + ".";
  if (program == "juju") {
    const auto near = nearest(name, verb_names());
    return "juju: \"" + name + "\" is not a juju command. See \"juju --help\"."
           + (near.empty() ? "" : "\n\nDid you mean:\n\t" + near);
  }
  const auto hint = nearest_hint(name, verb_names());
  return "unrecognized command: " + name + (hint.empty() ? "." : hint) + " See \"orrery help\".";
}

} // namespace orrery::cmd
