#include "cmd/simulate/ending.hpp"

#include "cmd/simulate/agreement.hpp"
#include "cmd/simulate/world.hpp"
#include "cmd/views/explain/entity.hpp"
#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/text.hpp"
#include "config/flag_lexer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace orrery::simulate {

namespace {

using explain::Subject;

/// Returns what the verbs make of `resolved --no-retry web/0`, `remove-relation 4 --force`; nothing
/// for other verbs.
std::optional<protocol::Command> parsed(const std::string& command) {
  std::istringstream stream(command);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  const std::string verb = words.empty() ? "" : words.front();
  std::set<std::string> flags;
  std::string name;
  config::FlagLexer lexer(words, 1, {}, [](std::string_view) { return config::FlagKind::Switch; });
  while (const auto lexed = lexer.next())
    if (lexed->kind == config::LexedFlag::Kind::Word)
      name = lexed->text;
    else
      flags.insert(lexed->text);
  protocol::Removal how;
  how.force = flags.contains("--force");
  how.skip_failed_hooks = flags.contains("--skip-failed-hooks");
  if (verb == "resolved")
    return protocol::Resolve{name, !flags.contains("--no-retry")};
  if (verb == "remove-unit")
    return protocol::RemoveUnit{name, how};
  if (verb == "remove-application")
    return protocol::RemoveApplication{name, how};
  const auto id = store::parse_id(name);
  if (verb == "remove-relation" && id)
    return protocol::RemoveRelation{*id, how};
  if (verb == "remove-machine" && id)
    return protocol::RemoveMachine{*id, how, false};
  if (verb == "retry-provisioning" && id)
    return protocol::RetryProvisioning{*id};
  return std::nullopt;
}

/// Whatever has a life, but for the last machine that manages the model.
std::vector<Subject> subjects_of(const store::Contents& contents) {
  std::vector<Subject> subjects;
  for (const auto& entry : contents.applications)
    subjects.push_back(explain::subject_of(entry.second));
  for (const auto& entry : contents.units)
    subjects.push_back(explain::subject_of(entry.second));
  for (const auto& entry : contents.relations)
    subjects.push_back(explain::subject_of(entry.second));
  for (const auto& entry : contents.machines)
    if (!entry.second.manage_model)
      subjects.push_back(explain::subject_of(entry.second));
  return subjects;
}

class Ending {
public:
  Ending(World& world, store::Milliseconds patience) : world_(world), patience_(patience) {}

  std::vector<std::string> run() {
    constexpr int most_rounds = 80;
    for (int round = 0; round < most_rounds; ++round) {
      if (!world_.calm(patience_))
        return {"nothing comes to rest within a day although nothing goes wrong any more"};
      const store::Contents contents = world_.contents();
      if (subjects_of(contents).empty() && contents.storages.empty() && contents.secrets.empty())
        return what_remains(contents);
      if (!ask_for_removals(contents) && !take_remedies(contents))
        return explained(contents);
    }
    return explained(world_.contents());
  }

private:
  static protocol::Command without_secret(const std::string& id) {
    protocol::ChangeUserSecret removed{id, {}};
    removed.change.removed = true;
    return removed;
  }

  /// @returns whether anything was removed, or is going now
  bool ask_for_removals(const store::Contents& contents) {
    bool any = false;
    for (const auto& [name, application] : contents.applications)
      if (application.life == store::Life::Alive)
        any |= world_.run(protocol::RemoveApplication{name, {}}).verdict == protocol::Verdict::Done;
    for (const auto& [id, machine] : contents.machines)
      if (machine.life == store::Life::Alive && !machine.manage_model)
        any |=
          world_.run(protocol::RemoveMachine{id, {}, false}).verdict == protocol::Verdict::Done;
    for (const auto& [id, secret] : contents.secrets)
      if (secret.owner.empty())
        any |= world_.run(without_secret(id)).verdict == protocol::Verdict::Done;
    for (const auto& [id, storage] : contents.storages)
      if (storage.unit.empty())
        any |=
          world_.run(protocol::RemoveStorage{id, {}, false}).verdict == protocol::Verdict::Done;
    return any;
  }

  /// The first remedy of each thing that stands in the way, tried a few times before the next one.
  bool take_remedies(const store::Contents& contents) {
    constexpr int most_times = 3;
    const render::Index index(contents);
    std::set<std::string> chosen;
    bool restart = false;
    for (const Subject& subject : subjects_of(contents)) {
      const auto told = explain::explain(index, subject, {1000, 1000, true, true});
      if (!told)
        continue;
      for_each_node(told->root, [&](const explain::Node& node) {
        for (const explain::Remedy& remedy : node.remedies) {
          if (remedy.command.empty() && tried_[remedy.effect] < 2) {
            restart = true;
            ++tried_[remedy.effect];
            return;
          }
          if (!remedy.command.empty() && tried_[remedy.command] < most_times) {
            chosen.insert(remedy.command);
            return;
          }
        }
      });
    }
    for (const std::string& command : chosen) {
      ++tried_[command];
      if (const auto asked = parsed(command))
        (void)world_.run(*asked);
    }
    if (restart)
      world_.crash();
    return restart || !chosen.empty();
  }

  template <class Visit>
  static void for_each_node(const explain::Node& node, const Visit& visit) {
    visit(node);
    for (const explain::Node& holder : node.holders)
      for_each_node(holder, visit);
  }

  [[nodiscard]] std::vector<std::string> explained(const store::Contents& contents) const {
    const render::Index index(contents);
    explain::TextOptions options;
    options.time.utc = true;
    options.now = world_.now();
    std::vector<std::string> left;
    for (const Subject& subject : subjects_of(contents))
      if (const auto told = explain::explain(index, subject, {1000, 1000, true, true}))
        left.push_back(fmt::format("{} {} does not go:\n{}", store::word_of(subject.kind),
                                   subject.name, explain::to_text(*told, options)));
    for (const auto& [id, storage] : contents.storages)
      left.push_back(fmt::format("storage {} does not go", id));
    for (const auto& [id, secret] : contents.secrets)
      left.push_back(fmt::format("secret {} of {} does not go", id, secret.owner));
    return left;
  }

  [[nodiscard]] std::vector<std::string> what_remains(const store::Contents& contents) const {
    std::vector<std::string> left;
    for (const std::string& what : world_.leftovers())
      left.push_back("everything is removed, but for: " + what);
    for (const std::string& difference : disagreements(world_))
      left.push_back(difference);
    world_.advance(60'000); // an instance that belongs to nobody is released when it was seen twice
    std::set<std::string> wanted;
    for (const auto& [id, machine] : contents.machines)
      wanted.insert(machine.instance);
    for (const std::string& instance : world_.provider().instances())
      if (!wanted.contains(instance))
        left.push_back("everything is removed, but for instance " + instance);
    return left;
  }

  World& world_;
  store::Milliseconds patience_;
  std::map<std::string, int> tried_;
};

} // namespace

std::vector<std::string> remove_everything(World& world, store::Milliseconds patience) {
  return Ending(world, patience).run();
}

} // namespace orrery::simulate
