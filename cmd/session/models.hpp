#pragma once

#include "cmd/session/orchestrator.hpp"
#include "store/life.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// What is known of a model without opening it.
struct ModelFacts {
  std::string uuid;
  std::string name;
  std::string owner; ///< A user's name.
  store::Life life = store::Life::Alive;
  bool is_first = false;         ///< The process's own: it has the process's records and machine 0.
  store::Milliseconds since = 0; ///< When it got its present life.
  bool operator==(const ModelFacts&) const = default;
};

/// A model to make (MD34).
struct NewModel {
  std::string name;
  std::string owner;
  store::Settings config; ///< Canonical values by key, model defaults among them.
};

/// How a model is to be destroyed (MD3, MD7, MD8).
struct ModelEnd {
  bool force = false;
  std::optional<store::Milliseconds> max_wait; ///< Of each forced step; nothing: a minute.
  std::optional<store::Milliseconds> timeout;  ///< Nothing: it is waited for.
};

/// For an orchestrator that outlives whoever is given it.
[[nodiscard]] inline std::shared_ptr<Orchestrator> not_owned(Orchestrator& orchestrator) {
  return {std::shared_ptr<void>{}, &orchestrator};
}

/// The models of a process, as sessions ask for them. For any thread.
class Models {
public:
  virtual ~Models() = default;
  /// @param name `[CONTROLLER:][OWNER/]MODEL`, or the first six characters of its UUID at least
  /// (cmd/client/model_reference.hpp); empty, or without a model: that of a session that names
  /// none.
  /// @param asking whose models need no owner.
  /// @returns what the session's verbs are given, which answers with errors once the model is gone;
  /// null: there is no such model.
  [[nodiscard]] virtual std::shared_ptr<Orchestrator> find_model(const std::string& name,
                                                                 const std::string& asking) = 0;
  /// The first model, in whose store the process's own records are.
  [[nodiscard]] virtual std::shared_ptr<Orchestrator> first() { return find_model({}, {}); }
  /// All models, by name and then by owner.
  [[nodiscard]] virtual std::vector<ModelFacts> all() { return {}; }
  /// Makes a model and begins it. A crash leaves nothing or a model that can be used (MD34).
  /// Errors are sentences: the owner has one of that name, the disk refuses.
  [[nodiscard]] virtual tl::expected<ModelFacts, std::string> add(const NewModel& model) {
    (void)model;
    return tl::unexpected(std::string{"models cannot be added here"});
  }
  /// Sets a model Dying, for good; it is gone once nothing is left in it. Of one that is Dying it
  /// changes how (MD6). Errors are sentences: no such model, the first one.
  [[nodiscard]] virtual tl::expected<void, std::string> destroy(const std::string& uuid,
                                                                const ModelEnd& how) {
    (void)uuid, (void)how;
    return tl::unexpected(std::string{"models cannot be destroyed here"});
  }
};

} // namespace orrery::cmd
