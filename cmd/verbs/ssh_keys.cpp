// Ssh keys of a model (CL4, CL5): shown, added, removed. They lie in its configuration, as Juju's
// do, so that backups and the journal have them.
#include "cmd/client/terminal_text.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/escape.hpp"
#include "config/ssh_key.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using config::SshKey;

std::vector<SshKey> ssh_keys_of(const store::Contents& contents) {
  const auto& values = contents.model_config.values;
  const auto found = values.find("authorized-keys");
  return config::parse_ssh_keys(found == values.end() ? "" : found->second);
}

Outcome show_keys(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  std::string text;
  for (const auto& key : ssh_keys_of(*contents)) {
    if (config::is_internal(key))
      continue;
    const auto named = key.fingerprint.empty() ? "invalid key: " + key.line
                                               : key.fingerprint + " (" + key.comment + ")";
    text += render::escaped(arguments.on("full") ? key.line : named) + "\n";
  }
  if (text.empty())
    session.err("No keys to display.\n");
  else
    session.out("Keys used in model: " + contents->model.name + "\n" + text);
  return Exit::Fine;
}

/// Tells of one key that something is wrong with it: the others are taken, and the verb succeeds.
void tell_fault(Session& session, const std::string& doing, const std::string& why) {
  session.err(one_line(doing + ": " + why) + "\n");
}

/// Makes the change, if there is any.
Outcome change_keys(Session& session, protocol::SetModelConfig change) {
  if (change.keys_added.empty() && change.keys_removed.empty())
    return Exit::Fine;
  const auto answer = run_command(session, std::move(change));
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  session.sequence = std::max(session.sequence, answer.sequence);
  return Exit::Fine;
}

Outcome add_keys(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  auto known = ssh_keys_of(*contents);
  protocol::SetModelConfig change;
  for (const auto& word : arguments.words) {
    const auto doing = "cannot add key \"" + word + "\"";
    auto key = config::parse_ssh_key(word);
    if (!key || config::is_internal(*key)) {
      tell_fault(session, doing,
                 (key ? "may not add key with comment " + key->comment : "invalid ssh key") + ": "
                   + word);
      continue;
    }
    if (std::any_of(known.begin(), known.end(),
                    [&](const SshKey& each) { return each.fingerprint == key->fingerprint; })) {
      tell_fault(session, doing, "duplicate ssh key: " + word);
      continue;
    }
    change.keys_added.push_back(key->line);
    known.push_back(std::move(*key));
  }
  return change_keys(session, std::move(change));
}

/// Whether what was typed means that key: its fingerprint, its comment, or all of one that is none.
bool is_meant(const SshKey& key, const std::string& word) {
  if (key.fingerprint.empty())
    return key.line == word;
  return key.fingerprint == word || (!key.comment.empty() && key.comment == word);
}

Outcome remove_keys(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  const auto known = ssh_keys_of(*contents);
  protocol::SetModelConfig change;
  for (const auto& word : arguments.words) {
    const auto doing = "cannot remove key id \"" + word + "\"";
    const auto meant = std::find_if(known.begin(), known.end(),
                                    [&](const SshKey& key) { return is_meant(key, word); });
    if (meant == known.end())
      tell_fault(session, doing, "key not found: " + word);
    else if (config::is_internal(*meant))
      tell_fault(session, doing, "may not delete internal key: " + word);
    else
      change.keys_removed.push_back(meant->line);
  }
  return change_keys(session, std::move(change));
}

Verb key_verb(std::string name, std::string summary, Right right, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.summary = std::move(summary);
  verb.right = right;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> ssh_key_verbs() {
  constexpr std::size_t most_at_once = 100;
  auto list = key_verb("ssh-keys", "List the ssh keys of the model", Right::Read, show_keys);
  list.aliases = {"list-ssh-keys"};
  list.flags = {{"full", '\0', Flag::Kind::Switch, "", "Show whole keys, not their fingerprints"}};
  list.words_max = 0;
  list.examples = {"ssh-keys", "ssh-keys --full"};
  auto more = key_verb("add-ssh-key", "Add ssh keys to the model", Right::Admin, add_keys);
  more.arguments = "SSH-KEY...";
  more.words_min = 1;
  more.words_max = most_at_once;
  more.examples = {"add-ssh-key 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHv"
                   "YZqGGkgAPk9j87 me@host'"};
  auto less =
    key_verb("remove-ssh-key", "Remove ssh keys from the model", Right::Admin, remove_keys);
  less.set = config::CommandSet::RemoveObject;
  less.arguments = "FINGERPRINT|COMMENT...";
  less.words_min = 1;
  less.words_max = most_at_once;
  less.examples = {"remove-ssh-key me@host",
                   "remove-ssh-key 6d:bd:cc:8e:79:fd:6d:4c:c9:27:87:0a:f3:f8:a9:fc"};
  return {list, with_dry_run(more), with_dry_run(less)};
}

} // namespace orrery::cmd
