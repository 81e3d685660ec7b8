#pragma once

#include "cmd/session/session.hpp"
#include "cmd/views/render/document.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

/// Users as verbs show them (UR9).
namespace orrery::cmd {

/// One user, as a row of `users` or a document of `show-user` has him.
struct SeenUser {
  std::string name;
  std::string display_name;
  std::string access;
  std::string created;         ///< How long ago, or a date.
  std::string last_connection; ///< Likewise; `never connected`.
  bool disabled = false;
};

/// Says how long ago a time is: `just now`, `5 minutes ago`, and from a day on its date.
[[nodiscard]] std::string age_text(store::Milliseconds time, store::Milliseconds now);
/// The users of the orchestrator by name, the first among them; removed ones are none.
/// @param asking whose own last connection is now.
[[nodiscard]] std::vector<SeenUser>
seen_users(const store::Contents& records, const std::string& asking, store::Milliseconds now);
/// Returns users who are named in a model, with their access to it.
[[nodiscard]] std::vector<SeenUser> seen_users_of(const store::Contents& records,
                                                  const std::string& model_uuid,
                                                  const std::string& asking,
                                                  store::Milliseconds now);
/// The keys of `users --format json` and of `show-user`.
[[nodiscard]] render::Document user_document(const SeenUser& user);

/// How verbs name somebody: `Display name (bob)`, or `bob`.
[[nodiscard]] std::string named_user(const std::string& user, const std::string& display_name);

} // namespace orrery::cmd
