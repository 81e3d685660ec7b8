#pragma once

#include "cmd/simulate/ledger.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::simulate {

/// Tells how a transaction changes secrets, who reads them and who may, and what they ask for:
/// `secret of a unit granted by flush hook`, `secret-rotate asked for by note secrets due`.
/// @param contents as they were before the transaction
[[nodiscard]] std::vector<std::string> secret_lives(const Applied& transaction,
                                                    const store::Contents& contents);

/// The steps that the rules of secrets can lead to: rows of a coverage.
inline constexpr std::array<std::string_view, 44> all_secret_lives{
  "secret of a unit added by flush hook",
  "secret of a unit changed by flush hook",
  "secret of a unit pruned by flush hook",
  "secret of a unit removed by flush hook",
  "secret of a unit removed by delete unit",
  "secret of a unit granted by flush hook",
  "secret of a unit not granted any more by flush hook",
  "secret of a unit not granted any more by leave scope",
  "secret of a unit not granted any more by remove-relation",
  "secret of a unit read by track secret",
  "secret of a unit read anew by track secret",
  "secret of a unit forgotten by delete unit",
  "secret of an application added by flush hook",
  "secret of an application changed by flush hook",
  "secret of an application pruned by flush hook",
  "secret of an application removed by flush hook",
  "secret of an application removed by remove-application",
  "secret of an application removed by delete unit",
  "secret of an application removed by leave scope",
  "secret of an application granted by flush hook",
  "secret of an application not granted any more by flush hook",
  "secret of an application not granted any more by leave scope",
  "secret of an application not granted any more by remove-relation",
  "secret of an application read by track secret",
  "secret of an application read anew by track secret",
  "secret of an application forgotten by delete unit",
  "secret of the user added by add-secret",
  "secret of the user changed by update-secret",
  "secret of the user pruned by remove-secret",
  "secret of the user removed by remove-secret",
  "secret of the user granted by grant-secret",
  "secret of the user not granted any more by revoke-secret",
  "secret of the user not granted any more by remove-application",
  "secret of the user read by track secret",
  "secret of the user read anew by track secret",
  "secret of the user forgotten by delete unit",
  "secret-changed asked for by flush hook",
  "secret-changed asked for by update-secret",
  "secret-expired asked for by note secrets due",
  "secret-remove asked for by flush hook",
  "secret-remove asked for by track secret",
  "secret-rotate asked for by note secrets due",
  "secret-changed done or void by end secret hook",
  "secret-rotate done or void by end secret hook",
};

} // namespace orrery::simulate
