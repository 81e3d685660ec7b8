#pragma once

#include "config/charm.hpp"
#include "store/contents.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace orrery::cmd {

/// The next revision of a charm's name, or a later one that its file `revision` asks for (P4).
/// @param taken charms that the same deployment has numbered already, by url.
[[nodiscard]] std::uint32_t next_revision(const config::CharmDeclaration& declaration,
                                          const store::Contents& contents,
                                          const std::map<std::string, store::Charm>& taken = {});

/// A charm's record under a revision that is its own (P4).
/// @param directory of its kept files.
/// @param source Charm::source
[[nodiscard]] store::Charm numbered_record(const config::CharmDeclaration& declaration,
                                           const std::filesystem::path& directory,
                                           const std::string& source,
                                           std::uint32_t revision);

/// The record of a charm that is deployed: the newest that is there of this content under its name,
/// else one under its next revision (P4).
/// @param taken as in next_revision().
[[nodiscard]] store::Charm charm_record(const config::CharmDeclaration& declaration,
                                        const std::filesystem::path& directory,
                                        const std::string& source,
                                        const store::Contents& contents,
                                        const std::map<std::string, store::Charm>& taken = {});

/// Options as they were given.
struct OptionWords {
  store::Settings texts;
  store::Settings readings; ///< Of texts in a file that mean a number or a boolean: 0755 is 493.
  std::set<std::string> reset{}; ///< In a file, without a value: their defaults hold.
};

/// The text that a user's word for an option stands for: a file's number or boolean is read as one,
/// unless the option is a text.
[[nodiscard]] std::string typed_option(const config::CharmDeclaration& declaration,
                                       const OptionWords& given,
                                       const std::string& name);

/// Returns what a user set, in canonical form: every name is an option, every text of its type.
/// Names without a value must be options, too.
[[nodiscard]] tl::expected<store::Settings, std::string>
canonical_options(const config::CharmDeclaration& declaration, const OptionWords& given);

} // namespace orrery::cmd
