#pragma once

#include "cmd/charms/charm_record.hpp"
#include "config/bundle.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace orrery::cmd {

/// Takes `trust` out of options that were given, unless it is an option of the charm (TR1). A
/// file's boolean counts as it is read (`yes` is true), a word as `trust=WORD` of `config` does.
/// @param is_charms whether the charm has an option of that name
/// @returns whether the application is to be trusted; nothing: they have no word on it. Errors: the
/// text is no boolean.
[[nodiscard]] tl::expected<std::optional<bool>, std::string> take_trust(OptionWords& options,
                                                                        bool is_charms);

/// Takes `trust` out of the `options` of a bundle's application, which is trusted then if they or
/// its own key `trust` say so. Errors: the text is no boolean.
[[nodiscard]] tl::expected<void, std::string> take_trust(config::BundleApplication& application,
                                                         const config::CharmDeclaration& charm);

} // namespace orrery::cmd
