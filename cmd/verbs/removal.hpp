#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/session/session.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/views/render/reason.hpp"

#include <tl/expected.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Returns what holds back something that is not Alive, in a few words; empty if nothing does.
/// @returns nothing, and prints an ERROR, if that cannot be read.
[[nodiscard]] std::optional<std::string> what_blocks(Session& session,
                                                     const explain::Subject& subject);
/// Says what holds back something that is not Alive and was asked to go once more.
void tell_what_blocks(Session& session, const explain::Subject& subject, const std::string& shown);

/// Storage of units that are removed, and where it goes (ST43). All of it is read once, when it is
/// asked for first, however many units a verb removes one after the other.
class StorageOfUnits {
public:
  /// @param session outlives this
  explicit StorageOfUnits(Session& session) : session_(session) {}

  /// Says it: `- will detach storage data/0`, a line each; empty where they have none, or it cannot
  /// be read, which is said once.
  [[nodiscard]] std::string tell(const std::set<std::string>& units, bool destroyed);

private:
  void read();

  Session& session_;
  bool was_read_ = false;
  std::map<std::string, std::vector<std::string>> by_unit_; ///< Ids.
};

/// `--force`, `--max-wait`, `--no-wait` and `--skip-failed-hooks`, for every remove-* verb.
[[nodiscard]] std::vector<Flag> removal_flags();
/// What they say. Errors: `--no-wait` or `--max-wait` without `--force`, a wait that is no
/// duration.
[[nodiscard]] tl::expected<protocol::Removal, std::string> removal_of(const Arguments& arguments);

} // namespace orrery::cmd
