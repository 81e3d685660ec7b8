#pragma once

#include "actors/hooks/keeper_register.hpp"
#include "actors/providers/provider.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::providers {

class AddressBlocks;
class ModelBlock;
class Trash;
class UserPool;

struct ProcessProviderOptions {
  /// The model's directory. Empty: only place() is asked for, and units have no log (a simulation).
  std::filesystem::path data_directory;
  /// Where copies of charms lie: of a charm that is deployed the name counts only, whatever was its
  /// directory once. Empty: charms lie where they say.
  std::filesystem::path charms{};
  /// Links to the hook-tool program, for all units of all models. Empty: in the model's directory.
  std::filesystem::path tools_directory{};
  /// Where charms look for machine-N/jujud (juju_tools.hpp). Empty: there is nothing.
  std::filesystem::path juju_tools{};
  /// Where control groups of machines are (actors/hooks/machine_groups.hpp), removed with them:
  /// those of earlier processes, too.
  std::vector<std::filesystem::path> group_places{};
  /// Each unit is a user of its own out of these, who owns its directory. Outlives it; null: all
  /// are ours.
  UserPool* users = nullptr;
  /// Units by the storages that they have, as the records say when it is made. Read once: storage
  /// is given to the unit that has it (owners.hpp).
  std::map<std::string, std::string> storage_units{};
  /// Something that an operator should know, as a sentence. From any thread. Empty: nobody is told.
  std::function<void(const std::string& text)> warn{};
  std::filesystem::path tool;     ///< The hook-tool program, absolute.
  std::vector<std::string> tools; ///< Names of the symlinks to it.
  std::uint8_t address_block =
    77; ///< Machine N has 127.BLOCK.x.y from N; each 65,024 machines go on in the next block.
  /// Outlives it: chooses the block when the first machine needs it. Null: `address_block` it is.
  ModelBlock* model_block = nullptr;
  AddressBlocks* blocks = nullptr;          ///< Outlives it; null: addresses are given out unasked.
  hooks::KeeperRegister* keepers = nullptr; ///< Outlives it; null: keepers are always looked for.
  std::chrono::milliseconds grace{
    5'000};               ///< Between SIGTERM and SIGKILL for what a unit left running.
  Trash* trash = nullptr; ///< Outlives it; null: what is removed is deleted at once.
};

/// Machines as directories machines/N below the model's with a loopback address each; needs no
/// privilege. Layout below the model's directory, all directories 0700:
///
///     machines/3/units/APPLICATION-NUMBER/{charm/,charm-members (charm_members.hpp),
///                                          tools (a link to those of all),agent.socket}
///     storage/NAME/NUMBER (storage_places.hpp)
///     logs/unit-APPLICATION-NUMBER.log
///
/// Directories that are there already have their owners once it is made (owners.hpp).
[[nodiscard]] std::unique_ptr<Provider> make_process_provider(ProcessProviderOptions options);

} // namespace orrery::providers
