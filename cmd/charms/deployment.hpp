#pragma once

#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/charm_source.hpp"
#include "cmd/charms/resource_files.hpp"
#include "cmd/session/session.hpp"
#include "config/charm.hpp"
#include "config/kept_charms.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// An application that is ready to be made: its charm is read, checked and copied, its options are
/// canonical.
struct PreparedApplication {
  std::string name;
  store::Charm charm;
  store::Settings config;
  bool trusted = false;                                     ///< TR1
  std::string constraints{};                                ///< As the user typed them (MD69).
  config::CharmsHold hold{};                                ///< Until the charm has its record.
  std::map<std::string, store::StorageDirective> storage{}; ///< By storage name (ST7).
  Uploads uploads{};                                        ///< Its resources (RS2).
};

/// A charm's files as they are kept, and what those declare.
struct KeptCharm {
  std::filesystem::path directory; ///< Absolute.
  config::CharmDeclaration charm;
  config::CharmsHold hold; ///< While it has no record.
};
/// Copies a charm's files to where the model keeps them. Errors: as keep_charm; the user changed
/// the charm meanwhile.
[[nodiscard]] tl::expected<KeptCharm, std::string> keep_source(Session& session,
                                                               const CharmSource& source);

/// Reads and checks a charm and its options, then copies its files; the model is not touched.
/// @param options as the user wrote them.
/// @param taken charm records of the same deployment, by url; the new one is added.
[[nodiscard]] tl::expected<PreparedApplication, std::string>
prepare_application(Session& session,
                    const store::Contents& contents,
                    const std::string& name,
                    const CharmSource& source,
                    const OptionWords& options,
                    std::map<std::string, store::Charm>& taken);

/// Why the charm cannot run here, as an error; empty if it can, or `force` is given (P14, P19).
/// Warns of what it declares and does not get, and of what was taken all the same.
[[nodiscard]] std::string
check_charm(Session& session, const config::CharmDeclaration& charm, bool force);

/// Prints a WARNING a line, the first 100.
void warn(Session& session, const std::vector<std::string>& warnings);

/// Makes the application and says so. @returns false after an ERROR.
[[nodiscard]] bool create_application(Session& session, const PreparedApplication& application);

/// Most units, or machines, that one verb adds: more would take hours, and is a slip of the hand.
inline constexpr std::uint32_t added_at_once_max = 1'000'000;
/// Most of them that a dry run foretells: each is played to its end, in memory.
inline constexpr std::uint32_t foretold_at_once_max = 10'000;
/// Says why a verb does not add so many; empty: it does. @param flag that told how many
[[nodiscard]] std::string
count_trouble(const std::string& flag, std::uint32_t count, bool is_dry_run);

/// How many units an application is to get, and where.
struct WantedUnits {
  std::uint32_t count = 1;
  /// The machine of the unit that is added after so many others, nothing for one of its own. Errors
  /// are sentences.
  std::function<tl::expected<std::optional<store::MachineId>, std::string>(std::uint32_t)> place_of;
  std::vector<std::string> attached{}; ///< Storage that each begins with: of one unit only (ST14).
};
/// Adds units, one transaction each, and says so: a line a unit, of more than twenty one line for
/// all.  @returns false after an ERROR, or when nobody waits any more.
[[nodiscard]] bool
add_units(Session& session, const std::string& application, const WantedUnits& wanted);
/// The places that are given, one a unit; the others get machines of their own.
[[nodiscard]] WantedUnits wanted_units(std::uint32_t count,
                                       std::vector<std::optional<store::MachineId>> places);

/// Why no application can be made under this name; empty if one can.
/// @param charm name of the charm that was to be deployed: `refresh` may be what is meant.
[[nodiscard]] std::string
name_trouble(const store::Contents& contents, const std::string& name, const std::string& charm);
/// Whether an application has a charm of this name, so that `refresh` can give it another one (P2).
[[nodiscard]] bool can_refresh_to(const store::Contents& contents,
                                  const store::Application& application,
                                  const std::string& charm);

} // namespace orrery::cmd
