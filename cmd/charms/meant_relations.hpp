#pragma once

#include "actors/protocol/user_commands.hpp"
#include "store/contents.hpp"

#include <map>
#include <string>
#include <utility>

namespace orrery::cmd {

/// Relations of one bundle by the endpoints that they mean: a bundle may write one relation in two
/// ways, as `[web, db]` and `[db, "web:db"]`.
class MeantRelations {
public:
  /// Notes what a relation of the bundle means.
  /// @param line where the bundle has it
  /// @returns that an earlier one means the same, as part of a warning; empty: none does.
  [[nodiscard]] std::string doubled(const protocol::AddRelation& relation, int line);

private:
  using End = std::pair<std::string, std::string>; ///< Application, endpoint.
  std::map<std::pair<End, End>, int> lines_;       ///< By the two ends in their order.
};

/// Whether the model has this relation already, and it is not on its way out.
[[nodiscard]] bool is_related(const store::Contents& model, const protocol::AddRelation& wanted);

} // namespace orrery::cmd
