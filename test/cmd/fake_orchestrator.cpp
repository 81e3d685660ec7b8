#include "test/cmd/fake_orchestrator.hpp"

#include "cmd/console/interpreter.hpp"
#include "cmd/verbs/dispatch.hpp"

#include <stdlib.h>

#include <fstream>

namespace orrery::test {

namespace {

std::filesystem::path make_directory() {
  std::string name = std::filesystem::temp_directory_path() / "orrery-cmd-XXXXXX";
  return ::mkdtemp(name.data()) == nullptr ? std::filesystem::path{} : std::filesystem::path{name};
}

std::string subject(const protocol::Command& command) {
  if (const auto* add = std::get_if<protocol::AddUnit>(&command))
    return add->application;
  if (const auto* remove = std::get_if<protocol::RemoveUnit>(&command))
    return remove->unit;
  return {};
}

} // namespace

FakeOrchestrator::FakeOrchestrator(std::filesystem::path data) : data_{std::move(data)} {
  model_.sequence = 1;
  model_.model.name = "default";
}

protocol::Answer FakeOrchestrator::run(const protocol::Command& command) {
  const std::lock_guard lock{mutex_};
  ++commands_;
  auto answer = refused_.contains(subject(command))
                  ? refusal(protocol::Code::NotAlive, "the test refuses")
                  : std::visit([this](const auto& c) { return apply(c); }, command);
  changed_.notify_all();
  return answer;
}

tl::expected<store::Contents, store::StoreError> FakeOrchestrator::contents() {
  const std::lock_guard lock{mutex_};
  if (!unread_.empty())
    return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, unread_});
  return model_;
}

tl::expected<std::vector<store::LifeStep>, store::StoreError>
FakeOrchestrator::history(const store::EntityRef& entity) {
  std::vector<store::LifeStep> steps;
  for (const store::LifeStep& step : history_)
    if (store::life_prefix(step.entity) == store::life_prefix(entity))
      steps.push_back(step);
  return steps;
}

tl::expected<check::Observed, std::string> FakeOrchestrator::observe() {
  const std::lock_guard lock{mutex_};
  check::Observed observed = seen_;
  observed.contents = model_;
  observed.quiet = settled_;
  return observed;
}

void FakeOrchestrator::show(const std::function<void(check::Observed&)>& how) {
  const std::lock_guard lock{mutex_};
  how(seen_);
}

bool FakeOrchestrator::wait_settled(std::chrono::milliseconds timeout,
                                    const std::function<bool()>& cancelled) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::unique_lock lock{mutex_};
  while (!settled_) {
    lock.unlock();
    if (cancelled() || std::chrono::steady_clock::now() >= deadline)
      return false;
    lock.lock();
    changed_.wait_for(lock, std::chrono::milliseconds{5});
  }
  return true;
}

tl::expected<void, store::StoreError>
FakeOrchestrator::each_operation(const std::function<bool(store::OperationSeen)>& take) {
  const std::lock_guard lock{mutex_};
  for (const auto& [id, seen] : operations_.all())
    if (!take(seen))
      break;
  return {};
}

void FakeOrchestrator::operate(const std::function<void(FakeOperations&)>& how) {
  const std::lock_guard lock{mutex_};
  how(operations_);
  ++model_.sequence;
  changed_.notify_all();
}

std::uint64_t FakeOrchestrator::wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) {
  std::unique_lock lock{mutex_};
  changed_.wait_for(lock, timeout, [&] { return model_.sequence != seen; });
  return model_.sequence;
}

bool FakeOrchestrator::set_log_level(const std::string& component, const std::string& level) {
  for (auto& [name, present] : log_levels_)
    if (component.empty() || component == name)
      present = level;
  return true;
}

void FakeOrchestrator::change(const std::function<void(store::Contents&)>& how) {
  const std::lock_guard lock{mutex_};
  how(model_);
  ++model_.sequence;
  changed_.notify_all();
}

protocol::Answer FakeOrchestrator::done(std::string created) {
  protocol::Answer answer;
  answer.sequence = ++model_.sequence;
  answer.created = std::move(created);
  return answer;
}

protocol::Answer FakeOrchestrator::refusal(protocol::Code code, std::string text) const {
  protocol::Answer answer;
  answer.verdict = protocol::Verdict::Refused;
  answer.code = code;
  answer.sequence = model_.sequence;
  answer.text = std::move(text);
  return answer;
}

protocol::Answer FakeOrchestrator::apply(const protocol::CreateApplication& command) {
  if (model_.applications.contains(command.name))
    return refusal(protocol::Code::AlreadyExists, "application already exists");
  store::Application application;
  application.name = command.name;
  application.charm = command.charm.url;
  application.subordinate = command.charm.subordinate;
  application.trusted = command.trusted;
  application.constraints = command.constraints;
  application.storage = command.storage;
  model_.applications[command.name] = application;
  model_.charms[command.charm.url] = command.charm;
  model_.configs[command.name] = {command.name, command.config};
  if (!command.resources.empty())
    model_.resources[command.name] = {command.name, command.resources};
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::AddUnit& command) {
  const auto found = model_.applications.find(command.application);
  if (found == model_.applications.end())
    return refusal(protocol::Code::NotFound,
                   "application \"" + command.application + "\" not found");
  for (const std::string& storage : command.attached)
    if (!model_.storages.contains(storage))
      return refusal(protocol::Code::NotFound, "storage instance \"" + storage + "\" not found");
  store::Unit unit;
  unit.name = store::unit_name(command.application, found->second.next_unit++);
  unit.application = command.application;
  unit.machine = command.machine ? *command.machine : model_.model.next_machine++;
  unit.charm = found->second.charm;
  ++found->second.unit_count;
  model_.machines[unit.machine].id = unit.machine;
  model_.units[unit.name] = unit;
  for (const std::string& storage : command.attached)
    model_.storages.at(storage).unit = unit.name;
  return done(unit.name);
}

protocol::Answer FakeOrchestrator::apply(const protocol::AddMachine& command) {
  const auto id = model_.model.next_machine++;
  model_.machines[id].id = id;
  model_.machines[id].constraints = command.constraints;
  return done(std::to_string(id));
}

protocol::Answer FakeOrchestrator::apply(const protocol::AddRelation& command) {
  store::Relation relation;
  relation.key = command.application + ":" + command.endpoint + " " + command.other_application
                 + ":" + command.other_endpoint;
  for (const auto& [id, other] : model_.relations)
    if (other.key == relation.key)
      return refusal(protocol::Code::AlreadyExists, "it is there");
  relation.id = model_.model.next_relation++;
  relation.ends = {{command.application, command.endpoint, store::Role::Requirer},
                   {command.other_application, command.other_endpoint, store::Role::Provider}};
  model_.relations[relation.id] = relation;
  return done(std::to_string(relation.id));
}

protocol::Answer FakeOrchestrator::apply(const protocol::RemoveUnit& command) {
  const auto found = model_.units.find(command.unit);
  if (found == model_.units.end())
    return refusal(protocol::Code::NotFound, "unit \"" + command.unit + "\" not found");
  if (found->second.life == store::Life::Alive) {
    found->second.life = store::Life::Dying;
    return done();
  }
  protocol::Answer answer;
  answer.verdict = protocol::Verdict::Nothing;
  answer.sequence = model_.sequence;
  return answer;
}

protocol::Answer FakeOrchestrator::apply(const protocol::RemoveApplication& command) {
  if (model_.applications.erase(command.application) == 0)
    return refusal(protocol::Code::NotFound,
                   "application \"" + command.application + "\" not found");
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::RemoveRelation& command) {
  model_.relations.erase(command.relation);
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::Resolve& command) {
  if (!model_.statuses.contains(command.unit))
    return refusal(protocol::Code::NotInError,
                   "unit \"" + command.unit + "\" is not in an error state");
  return done();
}

protocol::Answer FakeOrchestrator::apply(const protocol::EnqueueOperation& command) {
  const auto made = operations_.enqueue(command);
  return made ? done(*made) : refusal(protocol::Code::Contention, "the charm has changed");
}

protocol::Answer FakeOrchestrator::apply(const protocol::CancelTask& command) {
  operations_.cancel(command);
  return done();
}

Bench::Bench() : directory{make_directory()}, orchestrator{directory / "data"} {
  session.orchestrator = cmd::not_owned(orchestrator);
  session.output = &output;
  session.directory = directory;
}

Bench::~Bench() {
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
}

int Bench::verb(const std::vector<std::string>& words) {
  output.printed.clear();
  output.complained.clear();
  session.scripted = false;
  return cmd::run_command_line(session, words);
}

int Bench::script(const std::string& text) {
  output.printed.clear();
  output.complained.clear();
  cmd::console::Interpreter interpreter{session};
  return interpreter.run({"test", text});
}

std::filesystem::path Bench::file(const std::string& name, const std::string& text) const {
  const auto path = directory / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream{path} << text;
  return path;
}

std::filesystem::path Bench::charm(const std::string& name, const std::string& extra) const {
  file(name + "/metadata.yaml",
       "name: " + name + "\nsummary: a test\ndescription: a test\n" + extra);
  return directory / name;
}

} // namespace orrery::test
