#pragma once

#include "config/charm.hpp"
#include "store/contents.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace orrery::cmd {

/// A charm's record: the one there is if this content was deployed before, else the next revision
/// of its name.
/// @param taken urls that the same deployment has given out already.
[[nodiscard]] store::Charm charm_record(const config::CharmDeclaration& declaration,
                                        const std::filesystem::path& directory,
                                        const store::Contents& contents,
                                        const std::map<std::string, store::Charm>& taken = {});

/// Options as they were given.
struct OptionWords {
  store::Settings texts;
  store::Settings readings; ///< Of texts in a file that mean a number or a boolean: 0755 is 493.
};

/// What a user set, in canonical form: every name is an option, every text of its type.
[[nodiscard]] tl::expected<store::Settings, std::string>
canonical_options(const config::CharmDeclaration& declaration, const OptionWords& given);

} // namespace orrery::cmd
