#pragma once

#include "test/cmd/fake_orchestrator.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orrery::test {

/// Keeps several models in memory, the first of which is called `default`.
class FakeModels : public cmd::Models {
public:
  explicit FakeModels(std::filesystem::path data = {});

  std::shared_ptr<cmd::Orchestrator> find_model(const std::string& name,
                                                const std::string& asking) override;
  std::vector<cmd::ModelFacts> all() override;
  tl::expected<cmd::ModelFacts, std::string> add(const cmd::NewModel& model) override;
  tl::expected<void, std::string> destroy(const std::string& uuid,
                                          const cmd::ModelEnd& how) override;

  /// Adds one behind everybody's back. @returns what plays it
  FakeOrchestrator& put(const std::string& name, const std::string& owner = "admin");
  void vanish(const std::string& name);
  /// Has each model that is destroyed go once it has been listed so often.
  void let_go_after(std::size_t looks) { looks_ = looks; }
  [[nodiscard]] FakeOrchestrator& model(const std::string& name);
  [[nodiscard]] std::string uuid(const std::string& name);

  std::optional<cmd::NewModel> added;     ///< The last one.
  std::optional<cmd::ModelEnd> destroyed; ///< How the last one is.
  std::string refusal;                    ///< Of each destruction, where it is not empty.

private:
  struct Held {
    cmd::ModelFacts facts;
    std::shared_ptr<FakeOrchestrator> orchestrator;
    std::size_t looks_left = 0; ///< While it is Dying.
  };
  Held& put_locked(const std::string& name, const std::string& owner);
  Held* find_locked(const std::string& name);

  std::recursive_mutex mutex_;
  std::filesystem::path data_;
  std::vector<Held> models_; ///< In the order in which they were added.
  std::size_t looks_ = 0;
  unsigned numbered_ = 0;
};

/// A bench whose session has several models.
struct ModelsBench : Bench {
  ModelsBench() {
    session.models = &models;
    session.orchestrator = models.first();
  }
  FakeModels models;
};

} // namespace orrery::test
