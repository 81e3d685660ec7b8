#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/session.hpp"
#include "store/contents.hpp"

#include <optional>
#include <string>

namespace orrery::cmd {

/// Rights of whoever asks on the process's models, read once for a verb, and right within that verb
/// only (UR2, UR3).
class ModelRights {
public:
  /// @returns nothing, and an ERROR printed, if the records of users cannot be read.
  [[nodiscard]] static std::optional<ModelRights> read(Session& session);
  /// Reads those of another user, for who may see these.
  /// @returns nothing, and an ERROR printed, if there is none of that name.
  [[nodiscard]] static std::optional<ModelRights> of_user(Session& session,
                                                          const std::string& name);

  /// His right on a model; less than Read: nothing of it may be told him.
  [[nodiscard]] Right on(const ModelFacts& model) const;
  [[nodiscard]] bool may_see(const ModelFacts& model) const { return on(model) >= Right::Read; }
  /// Whether `models` lists it without being asked for all: whoever asks is named in it, or has a
  /// right that is none of a user's (MD42).
  [[nodiscard]] bool is_named_in(const ModelFacts& model) const;
  /// His level on a model that he may see, as `models` shows it (MD40); of a superuser `admin`.
  [[nodiscard]] std::string access_to(const ModelFacts& model) const;
  /// When he was last there, as `models` shows it: `just now`, unless a grant says otherwise.
  /// @param exact as a time in UTC in place of how long ago that is.
  [[nodiscard]] std::string last_connection_to(const ModelFacts& model, bool exact) const;

private:
  [[nodiscard]] bool read_records(Session& session);
  [[nodiscard]] const store::Grant* grant_on(const ModelFacts& model) const;

  std::string account_;
  std::optional<Right> on_each_; ///< Nothing: rights are those of the account.
  store::Contents records_;      ///< Users and grants, where the account has rights of its own.
};

} // namespace orrery::cmd
