#include "cmd/simulate/asked.hpp"

#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/words.hpp"

#include <algorithm>
#include <utility>

namespace orrery::simulate {

namespace {

using MaybeCommand = std::optional<protocol::Command>;

/// `size=3`; false where the word is none such.
bool take_setting(LineWords& words, store::Settings& settings) {
  LineWords ahead = words;
  const std::string word(ahead.next());
  const std::size_t sign = word.find('=');
  if (sign == std::string::npos)
    return false;
  settings[word.substr(0, sign)] = word.substr(sign + 1);
  words = ahead;
  return true;
}

MaybeCommand deploy(LineWords& words) {
  const std::string name(words.next());
  const std::string_view url = words.next();
  const auto& charms = all_charms();
  const auto charm =
    std::find_if(charms.begin(), charms.end(), [&](const auto& each) { return each.url == url; });
  if (charm == charms.end())
    return std::nullopt;
  store::Settings config;
  while (take_setting(words, config)) {
  }
  const bool trusted = words.take("trust");
  return protocol::CreateApplication{name, *charm, config, trusted,
                                     words.take("with") ? words.rest() : ""};
}

/// `refresh web local:web-3 size=3 force`: with a revision that somebody has given.
MaybeCommand refresh(LineWords& words) {
  constexpr std::string_view scheme = "local:";
  protocol::RefreshApplication command{std::string(words.next()), {}, {}, std::nullopt};
  std::string_view url = words.next();
  const std::size_t dash = url.rfind('-');
  if (!url.starts_with(scheme) || dash == std::string_view::npos)
    return std::nullopt;
  const auto revision = LineWords(url.substr(dash + 1)).number<std::uint32_t>();
  const std::string name(url.substr(scheme.size(), dash - scheme.size()));
  auto charm = revision ? revision_of(name, *revision) : std::nullopt;
  if (!charm)
    return std::nullopt;
  command.charm = std::move(*charm);
  while (take_setting(words, command.config)) {
  }
  command.force_units = words.take("force-units");
  command.force = words.take("force");
  return command;
}

MaybeCommand add_unit(LineWords& words) {
  protocol::AddUnit command{std::string(words.next()), std::nullopt, {}};
  if (words.take("to")) {
    command.machine = words.number<store::MachineId>();
    if (!command.machine)
      return std::nullopt;
  }
  while (words.take("with"))
    command.attached.emplace_back(words.next());
  return command;
}

MaybeCommand configure(LineWords& words) {
  protocol::SetConfig command{std::string(words.next()), {}, {}};
  while (take_setting(words, command.set)) {
  }
  while (words.take("reset"))
    command.reset.emplace_back(words.next());
  return command;
}

/// `model-config key ssh-ed25519 AAAA one`: one key that comes, or with `no key` goes.
MaybeCommand configure_model(LineWords& words) {
  const bool gone = words.take("no");
  if (!words.take("key"))
    return std::nullopt;
  protocol::SetModelConfig command;
  (gone ? command.keys_removed : command.keys_added).push_back(words.rest());
  return command;
}

/// `db:server` taken apart; false where it has no colon.
bool split(std::string_view word, std::string& application, std::string& endpoint) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos)
    return false;
  application = word.substr(0, colon);
  endpoint = word.substr(colon + 1);
  return true;
}

MaybeCommand integrate(LineWords& words) {
  protocol::AddRelation command;
  const bool both = split(words.next(), command.application, command.endpoint)
                    && split(words.next(), command.other_application, command.other_endpoint);
  return both ? MaybeCommand(std::move(command)) : std::nullopt;
}

protocol::Removal removal(LineWords& words) {
  constexpr std::string_view max_wait = "max-wait=";
  protocol::Removal how;
  how.force = words.take("force");
  if (LineWords ahead = words; how.force) {
    std::string_view word = ahead.next();
    if (word.starts_with(max_wait)) {
      word.remove_prefix(max_wait.size());
      how.max_wait = LineWords(word).number<store::Milliseconds>().value_or(0);
      words = ahead;
    }
  }
  how.skip_failed_hooks = words.take("skip-failed-hooks");
  how.destroy_storage = words.take("destroy-storage");
  return how;
}

MaybeCommand remove_machine(LineWords& words) {
  const auto machine = words.number<store::MachineId>();
  if (!machine)
    return std::nullopt;
  const protocol::Removal how = removal(words);
  return protocol::RemoveMachine{*machine, how, words.take("drain")};
}

MaybeCommand retry(LineWords& words) {
  const bool keep_data = words.take("--keep-data");
  const auto machine = words.number<store::MachineId>();
  return machine ? MaybeCommand(protocol::RetryProvisioning{*machine, keep_data}) : std::nullopt;
}

MaybeCommand remove_relation(LineWords& words) {
  const auto relation = words.number<store::RelationId>();
  return relation ? MaybeCommand(protocol::RemoveRelation{*relation, removal(words)})
                  : std::nullopt;
}

/// `add-storage keeper/0 logs=2`; a count of 0: none was given.
MaybeCommand add_storage(LineWords& words) {
  const std::string unit(words.next());
  const std::string_view wanted = words.next();
  const std::size_t sign = wanted.find('=');
  if (sign == std::string_view::npos)
    return std::nullopt;
  const auto count = LineWords(wanted.substr(sign + 1)).number<std::uint32_t>();
  protocol::AddStorage command{unit, std::string(wanted.substr(0, sign)), {}};
  command.directive.count = count.value_or(0);
  return count ? MaybeCommand(std::move(command)) : std::nullopt;
}

/// `detach-storage data/0 of keeper/0 force`, and the same of remove-storage.
template <class Command>
MaybeCommand let_go(LineWords& words) {
  const std::string id(words.next());
  const std::string unit(words.take("of") ? words.next() : std::string_view{});
  return Command{id, unit, words.take("force")};
}

MaybeCommand attach_storage(LineWords& words) {
  const std::string unit(words.next());
  return protocol::AttachStorage{std::string(words.next()), unit};
}

/// `update-secret ID value=7`, and the like of the other verbs.
MaybeCommand change_secret(const std::string& verb, LineWords& words) {
  protocol::ChangeUserSecret command{std::string(words.next()), {}};
  protocol::SecretChange& change = command.change;
  store::Settings given;
  while (take_setting(words, given)) {
  }
  if (verb == "add-secret")
    change.added_for = "";
  change.removed = verb == "remove-secret" && !given.contains("revision");
  for (const auto& [key, value] : given)
    if (key == "name")
      change.label = value;
    else if (key == "value")
      change.value = {value, {}};
    else if (key == "auto-prune")
      change.auto_prune = value == "1";
    else if (key == "grant")
      change.grants[value] = std::nullopt;
    else if (key == "revoke")
      change.revoked.insert(value);
    else if (const auto revision = LineWords(value).number<std::uint32_t>();
             key == "revision" && revision)
      change.pruned.insert(*revision);
    else
      return std::nullopt;
  return command;
}

/// Commands whose first word is a name, and what follows.
MaybeCommand named(const std::string& verb, LineWords& words) {
  const bool removed = verb == "trust" && words.take("--remove");
  const std::string name(words.next());
  if (verb == "trust" && (!removed || (words.take("no") && words.take("more"))))
    return protocol::SetTrusted{name, !removed};
  if (verb == "set-constraints")
    return protocol::SetConstraints{name, words.rest()};
  if (verb == "remove-unit")
    return protocol::RemoveUnit{name, removal(words)};
  if (verb == "remove-application")
    return protocol::RemoveApplication{name, removal(words)};
  if (verb == "resolved")
    return protocol::Resolve{name, !words.take("no-retry")};
  if (verb == "expose")
    return protocol::SetExposed{name, true};
  if (verb == "unexpose" && words.take("no") && words.take("more"))
    return protocol::SetExposed{name, false};
  return std::nullopt;
}

MaybeCommand parsed(const std::string& verb, LineWords& words) {
  if (verb == "deploy")
    return deploy(words);
  if (verb == "refresh")
    return refresh(words);
  if (verb == "add-unit")
    return add_unit(words);
  if (verb == "add-machine")
    return protocol::AddMachine{false, true, words.rest()};
  if (verb == "config")
    return configure(words);
  if (verb == "integrate")
    return integrate(words);
  if (verb == "remove-machine")
    return remove_machine(words);
  if (verb == "remove-relation")
    return remove_relation(words);
  if (verb == "retry-provisioning")
    return retry(words);
  if (verb == "model-config")
    return configure_model(words);
  if (verb == "add-storage")
    return add_storage(words);
  if (verb == "attach-storage")
    return attach_storage(words);
  if (verb == "detach-storage")
    return let_go<protocol::DetachStorage>(words);
  if (verb == "remove-storage")
    return let_go<protocol::RemoveStorage>(words);
  if (verb.ends_with("-secret"))
    return change_secret(verb, words);
  if (verb == "set-model-constraints")
    return protocol::SetModelConstraints{words.rest()};
  return named(verb, words);
}

} // namespace

MaybeCommand command_of(const std::string& text) {
  LineWords words(text);
  const std::string verb(words.next());
  MaybeCommand command = parsed(verb, words);
  return words.at_end() ? command : std::nullopt;
}

} // namespace orrery::simulate
