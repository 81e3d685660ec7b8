#pragma once

#include "cmd/views/render/index.hpp"

#include <optional>
#include <string>

/// Units whose files are not yet those of their application's charm.
namespace orrery::render {

/// Charm::url that a unit has in place of its application's; empty if it has that one (P45).
[[nodiscard]] std::string upgrading_from(const Index& index, const store::Unit& unit);

/// `3` of `local:db-3`.
[[nodiscard]] std::string revision_in(const std::string& url);

/// Why a unit stays on an older charm, and what helps.
struct UpgradeHold {
  std::string state; ///< `keeps revision 2`
  std::string why;   ///< `hook "upgrade-charm" failed`
  std::string
    remedy; ///< `orrery resolved db/0, or refresh with --force-units`; empty if none helps.
};
/// Says what a unit with an older charm waits for (P31, P38); nothing if it has its application's
/// charm, or gets it without further ado.
[[nodiscard]] std::optional<UpgradeHold> upgrade_hold(const Index& index, const store::Unit& unit);

/// `keeps revision 2: hook "upgrade-charm" failed; orrery resolved db/0, or refresh with
/// --force-units`
[[nodiscard]] std::string text_of(const UpgradeHold& hold);

/// Tells which revision a unit keeps and why, or which one it is about to get, and whose
/// upgrade-charm it has passed over (P32). Empty: there is nothing to tell.
[[nodiscard]] std::string upgrade_text(const Index& index, const store::Unit& unit);

} // namespace orrery::render
