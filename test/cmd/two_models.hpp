#pragma once

#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <memory>
#include <string>

namespace orrery::test {

/// An orchestrator with two models, `default`, the first, and `other`, and a session of a user.
struct TwoModels : Bench, cmd::Models {
  inline static const std::string first_uuid = "aaaaaaaa-0000-4000-8000-000000000001";
  inline static const std::string other_uuid = "bbbbbbbb-0000-4000-8000-000000000002";
  /// Stands in the second model only, where no verb's words have it.
  inline static const std::string marker = "zzmarker";
  /// A last connection that need not be noted again.
  static constexpr store::Milliseconds noted = 4'000'000'000'000;

  TwoModels() : other{directory / "other"} {
    orchestrator.change([](store::Contents& model) { model.model.uuid = first_uuid; });
    other.change([](store::Contents& model) {
      model.model.name = "other";
      model.model.uuid = other_uuid;
      model.applications[marker].name = marker;
      model.units[marker + "/0"].name = marker + "/0";
      model.units[marker + "/0"].application = marker;
      model.machines[7].instance = marker;
      model.model_config.values["ftp-proxy"] = marker;
    });
    session.models = this;
  }

  std::shared_ptr<cmd::Orchestrator> find_model(const std::string& name,
                                                const std::string& asking) override {
    if (auto found = orchestrator.find_model(name, asking))
      return found;
    return other.find_model(name, asking);
  }

  std::vector<cmd::ModelFacts> all() override {
    return {{first_uuid, "default", "admin", store::Life::Alive, true, 0},
            {other_uuid, "other", "admin", store::Life::Alive, false, 0}};
  }

  /// Gives a user those rights, whatever he had.
  void user(const std::string& name,
            std::optional<store::Access> on_controller,
            std::optional<store::Access> on_first = {},
            std::optional<store::Access> on_other = {}) {
    orchestrator.change([&](store::Contents& records) {
      records.users[name] = {name, "", "", "", false, false, 1, noted};
      const auto give = [&](const std::string& target, std::optional<store::Access> access) {
        records.grants.erase({name, target});
        if (access)
          records.grants[{name, target}] = {name, target, *access, noted};
      };
      give("controller", on_controller);
      give(first_uuid, on_first);
      give(other_uuid, on_other);
    });
  }
  /// The session is that user's from now on.
  void become(const std::string& name) {
    session.account = name;
    session.has_account = true;
    session.right = cmd::Right::Login;
    session.orchestrator = cmd::not_owned(orchestrator);
  }

  FakeOrchestrator other;
};

} // namespace orrery::test
