#pragma once

#include "config/error.hpp"
#include "config/user_range.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace orrery::config {

/// How a failing hook is tried again (W2).
struct RetryPolicy {
  std::uint32_t attempts = 5;                       ///< Tries before a person is needed, 1 to 1000.
  std::chrono::milliseconds first_delay{5'000};     ///< Then doubled. 1 ms to 24 h.
  std::chrono::milliseconds longest_delay{300'000}; ///< first_delay to 24 h.
};

/// Settings of the orchestrator, each with a default.
struct Settings {
  std::filesystem::path
    data_directory;             ///< Default: $XDG_DATA_HOME/orrery or ~/.local/share/orrery.
  std::filesystem::path socket; ///< Default: DATA_DIRECTORY/orrery.socket.
  /// Where charms of Juju look for their tools; empty: nowhere. Default: /var/lib/juju/tools for
  /// root.
  std::filesystem::path juju_tools;
  std::chrono::milliseconds hook_deadline{600'000}; ///< 100 ms to 168 h.
  std::uint32_t hook_parallelism = 8;               ///< Hooks at once, 1 to 1024.
  RetryPolicy retry;
  std::uint64_t hook_output_limit = 1 << 20; ///< Bytes of one hook's output kept, 4 KiB to 1 GiB.
  std::uint64_t unit_log_limit =
    8 << 20; ///< Bytes of a unit's log before it is rotated once, 4 KiB to 1 TiB.
  std::uint32_t removed_unit_logs = 1'000; ///< Logs of removed units that are kept, 0 to 1,000,000.
  /// Transactions after which what is known of something removed is forgotten (C3), 1,000 to
  /// 1,000,000,000.
  std::uint64_t history_kept = 200'000;
  /// Bytes that each of the two stores holds in memory before it writes a file, 1 MiB to 1 GiB.
  std::uint64_t store_buffer = 64 << 20;
  /// Agents of units that stay in memory although they have nothing to do, 0 to 100,000,000.
  std::uint32_t idle_agents = 4'096;
  std::uint32_t sessions_max = 64; ///< Console clients at once, 1 to 4096.
  /// The level of the socket's group without accounts: login, read, write, admin, superuser.
  std::string group_access = "superuser";
  std::string log_level = "info";                ///< trace, debug, info, warning, error.
  std::map<std::string, std::string> log_levels; ///< Of single components, in place of that one.
  std::string model_name = "default"; ///< At most 64 lower-case letters, digits and inner dashes.
  std::uint64_t unit_processes = 0;   ///< That a unit may have at once, 16 to 4,194,304; 0: any.
  std::uint64_t unit_memory = 0;      ///< Bytes of a unit's programs, 16 MiB to 1 PiB; 0: any.
  bool run_as_unit = false;           ///< Each unit's hooks are a user of their own; root only.
  UserRange run_as_range;             ///< From which units get theirs, 1,000 to 4,294,967,293.
  bool no_new_privileges = false;     ///< Hooks get none by what they execute.
  std::uint8_t address_block = 77;    ///< In 127.BLOCK.0.0/16, 1 to 254; 0: the next free one.
};

/// Reads settings from a YAML file; keys in kebab-case (`data-directory`, `hook-deadline: 10m`).
/// Paths may begin with
/// `~/`; relative ones belong to the file's directory.
/// An unknown key, a wrong type or a value out of range is an error.
[[nodiscard]] Result<Settings> load_settings(const std::filesystem::path& file);
/// The defaults, from the environment's HOME and XDG_DATA_HOME.
[[nodiscard]] Settings default_settings();

} // namespace orrery::config
