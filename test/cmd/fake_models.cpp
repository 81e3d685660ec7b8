#include "test/cmd/fake_models.hpp"

#include "cmd/verbs/known_models.hpp"

#include <algorithm>
#include <stdexcept>

namespace orrery::test {

namespace {

std::string made_uuid(unsigned number) {
  std::string digits = std::to_string(number);
  digits.insert(0, 8 - digits.size(), '0');
  return "c0ffee" + digits.substr(6) + "-0000-4000-8000-0000" + digits;
}

} // namespace

FakeModels::FakeModels(std::filesystem::path data) : data_{std::move(data)} {
  put("default").change([](store::Contents&) {});
  models_.front().facts.is_first = true;
}

FakeModels::Held& FakeModels::put_locked(const std::string& name, const std::string& owner) {
  Held held;
  held.facts.uuid = made_uuid(++numbered_);
  held.facts.name = name;
  held.facts.owner = owner;
  held.orchestrator = std::make_shared<FakeOrchestrator>(data_);
  held.orchestrator->change([&](store::Contents& contents) {
    contents.model.name = name;
    contents.model.uuid = held.facts.uuid;
  });
  return models_.emplace_back(std::move(held));
}

FakeModels::Held* FakeModels::find_locked(const std::string& name) {
  const auto found = std::find_if(models_.begin(), models_.end(),
                                  [&](const Held& held) { return held.facts.name == name; });
  return found == models_.end() ? nullptr : &*found;
}

FakeOrchestrator& FakeModels::put(const std::string& name, const std::string& owner) {
  const std::lock_guard lock{mutex_};
  return *put_locked(name, owner).orchestrator;
}

void FakeModels::vanish(const std::string& name) {
  const std::lock_guard lock{mutex_};
  std::erase_if(models_, [&](const Held& held) { return held.facts.name == name; });
}

FakeOrchestrator& FakeModels::model(const std::string& name) {
  const std::lock_guard lock{mutex_};
  auto* const held = find_locked(name);
  if (held == nullptr)
    throw std::logic_error("the test has no model " + name);
  return *held->orchestrator;
}

std::string FakeModels::uuid(const std::string& name) {
  const std::lock_guard lock{mutex_};
  auto* const held = find_locked(name);
  return held == nullptr ? std::string{} : held->facts.uuid;
}

std::shared_ptr<cmd::Orchestrator> FakeModels::find_model(const std::string& name,
                                                          const std::string& asking) {
  const std::lock_guard lock{mutex_};
  if (name.empty() || name == "orrery:")
    return models_.front().orchestrator;
  std::vector<cmd::ModelFacts> facts;
  for (const Held& held : models_)
    facts.push_back(held.facts);
  const auto* found = cmd::find_known(facts, name, asking);
  return found == nullptr ? nullptr
                          : models_[static_cast<std::size_t>(found - facts.data())].orchestrator;
}

std::vector<cmd::ModelFacts> FakeModels::all() {
  const std::lock_guard lock{mutex_};
  std::erase_if(models_, [](Held& held) {
    return held.facts.life == store::Life::Dying && held.looks_left-- == 0;
  });
  std::vector<cmd::ModelFacts> facts;
  for (const Held& held : models_)
    facts.push_back(held.facts);
  std::sort(facts.begin(), facts.end(), [](const auto& a, const auto& b) {
    return std::tie(a.name, a.owner) < std::tie(b.name, b.owner);
  });
  return facts;
}

tl::expected<cmd::ModelFacts, std::string> FakeModels::add(const cmd::NewModel& model) {
  const std::lock_guard lock{mutex_};
  added = model;
  return put_locked(model.name, model.owner).facts;
}

tl::expected<void, std::string> FakeModels::destroy(const std::string& uuid,
                                                    const cmd::ModelEnd& how) {
  const std::lock_guard lock{mutex_};
  if (!refusal.empty())
    return tl::unexpected(refusal);
  for (Held& held : models_)
    if (held.facts.uuid == uuid) {
      destroyed = how;
      held.facts.life = store::Life::Dying;
      held.looks_left = looks_;
      return {};
    }
  return tl::unexpected(std::string{"no such model"});
}

} // namespace orrery::test
