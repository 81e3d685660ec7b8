#include "actors/protocol/command_names.hpp"
#include "test/entities/subjects.hpp"

#include <type_traits>
#include <utility>

namespace orrery::test {

using store::EntityKind;

namespace {

/// Whether a command has a field for an entity of that kind: so a new one is in the product by
/// itself.
template <class Command>
constexpr bool names(EntityKind kind) {
  if (requires(Command c) { c.task; })
    return false; // its subject is an operation, which has no life
  if (requires(Command c) { c.target; })
    return true;
  switch (kind) {
  case EntityKind::Machine:
    return requires(Command c) {
      c.machine;
    };
  case EntityKind::Unit:
    return requires(Command c) {
      c.unit;
    };
  case EntityKind::Application:
    return requires(Command c) {
      c.application;
    }
    || requires(Command c) {
      c.charm.url;
    };
  case EntityKind::Relation:
    return requires(Command c) {
      c.relation;
    }
    || requires(Command c) {
      c.unit_settings;
    };
  }
  return false;
}

template <class Command>
void name_subject(Command& c, const Subject& subject) {
  if constexpr (requires { c.unit; })
    c.unit = subject.unit;
  if constexpr (requires { c.application; })
    c.application = subject.application;
  if constexpr (requires { c.machine.reset(); }) {
    if (subject.kind == EntityKind::Machine)
      c.machine = subject.machine; // otherwise a machine comes with it (M1)
  } else if constexpr (requires { c.machine; }) {
    c.machine = subject.machine;
  }
  if constexpr (requires { c.relation; })
    c.relation = subject.relation;
  if constexpr (requires { c.target; }) {
    c.target.kind = static_cast<store::EntityKind>(subject.kind);
    c.target.id = subject.kind == EntityKind::Machine    ? subject.machine
                  : subject.kind == EntityKind::Relation ? subject.relation
                                                         : 0;
    c.target.name = subject.kind == EntityKind::Unit          ? subject.unit
                    : subject.kind == EntityKind::Application ? subject.application
                                                              : "";
  }
}

/// So that each command would change something where it may.
template <class Command>
void say_something(Command& c, const Subject& subject) {
  if constexpr (requires { c.charm.url; }) {
    c.charm.url = charm_url(subject.application);
    c.charm.name = subject.application;
    c.charm.endpoints = {{"ring", "ring", store::Role::Peer, store::ScopeKind::Global, 0}};
  }
  if constexpr (std::is_same_v<Command, protocol::CreateApplication>)
    c.name = subject.application;
  if constexpr (std::is_same_v<Command, protocol::RefreshApplication>)
    c.charm.url = "local:" + subject.application + "-2";
  if constexpr (std::is_same_v<Command, protocol::SetUnitCharm>) {
    c.charm = charm_url(subject.application);
    c.skips_hook = true;
  }
  if constexpr (requires { c.other_application; }) {
    c.endpoint = "in";
    c.other_application = "db";
    c.other_endpoint = "out";
  }
  if constexpr (requires { c.status.value; })
    c.status = {"said", "", 1};
  if constexpr (requires { c.workload; })
    c.workload = store::Status{"said", "", 1};
  if constexpr (requires { c.instance; })
    c.instance = "i";
  if constexpr (std::is_same_v<Command, protocol::SetLeaderSettings>)
    c.settings = {{"a", "1"}};
  if constexpr (std::is_same_v<Command, protocol::SetConstraints>)
    c.constraints = "cores=2";
  if constexpr (requires { c.unit_settings; })
    c.unit_settings[subject.relation] = {{"a", "1"}};
  if constexpr (requires { c.reset, c.set; })
    c.set = {{"port", "1"}};
  if constexpr (requires { c.last; })
    c.last = true;
}

using Commands = std::vector<std::pair<std::string, protocol::Command>>;

template <class Command>
void add_to(Commands& commands, const Subject& subject) {
  if (!names<Command>(subject.kind))
    return;
  Command command;
  name_subject(command, subject);
  say_something(command, subject);
  const std::string name(protocol::name_of(command));
  commands.emplace_back(name, command);
  if constexpr (requires { command.drain; }) {
    Command drained = command;
    drained.drain = true;
    commands.emplace_back(name + " --drain", drained);
  }
  if constexpr (requires { command.how; }) {
    command.how.force = true;
    commands.emplace_back(name + " --force", command);
  }
}

} // namespace

std::vector<std::pair<std::string, protocol::Command>> commands_to(const Subject& subject) {
  Commands commands;
  [&]<std::size_t... each>(std::index_sequence<each...>) {
    (add_to<std::variant_alternative_t<each, protocol::Command::Variant>>(commands, subject), ...);
  }
  (std::make_index_sequence<std::variant_size_v<protocol::Command::Variant>>{});
  return commands;
}

} // namespace orrery::test
