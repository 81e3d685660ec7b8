#pragma once

#include "config/descriptor.hpp"
#include "store/names.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace orrery::providers {

/// Machines that have addresses in one block: each 254 of the 256 in 127.B.x, neither the net's own
/// nor its broadcast.
inline constexpr store::MachineId hosts_per_octet = 254;
inline constexpr store::MachineId hosts_per_block = 256 * hosts_per_octet;
inline constexpr store::MachineId address_blocks = 254;
/// From this number on machines have no address.
inline constexpr store::MachineId machine_limit = address_blocks * hosts_per_block;

/// The block in which a machine's address lies, where machine 0 has its own in `first`.
[[nodiscard]] std::uint8_t block_of(store::MachineId machine, std::uint8_t first);
/// The block of machine 0, where this machine has that address; 0 for an address that is none.
[[nodiscard]] std::uint8_t first_block(store::MachineId machine, const std::string& address);

/// The blocks 127.B.0.0/16 out of which this process gives addresses to machines. No two
/// orchestrators of a host have one in common: each holds an abstract Unix socket by the block's
/// name, which the kernel gives up with its process, and which other network namespaces, whose
/// addresses are others, do not see. For any thread.
class AddressBlocks {
public:
  static constexpr std::uint8_t first = 1;
  static constexpr std::uint8_t last = 254;

  /// Takes a block, until this is destroyed. One that is taken already is success.
  /// @returns who has it otherwise, as a part of a sentence: `process 4711 (orrery serve)`.
  [[nodiscard]] tl::expected<void, std::string> take(std::uint8_t block);
  /// Takes the first that is free, from that one on, and after the last from the first on.
  /// @returns nothing where all are taken.
  [[nodiscard]] std::uint8_t take_free(std::uint8_t from);
  /// Takes the first that nobody has, this process neither, as take_free().
  [[nodiscard]] std::uint8_t take_unused(std::uint8_t from);
  /// Gives a block up; one that is not taken is none.
  void give_back(std::uint8_t block);

private:
  std::mutex mutex_;
  std::map<std::uint8_t, config::Descriptor> taken_;
};

/// The block of a model beside the process's first one: taken when its first machine gets an
/// address, given back with the model. A model without machines has none. For any thread.
class ModelBlock {
public:
  /// @param blocks outlives this. @param before out of which machines of the model have had their
  /// addresses; 0: none has.
  ModelBlock(AddressBlocks& blocks, std::uint8_t before) : blocks_(blocks), before_(before) {}
  ~ModelBlock() { give_back(); }
  ModelBlock(const ModelBlock&) = delete;
  ModelBlock& operator=(const ModelBlock&) = delete;

  /// @returns the block, taken now where it was not; 0: all are taken.
  [[nodiscard]] std::uint8_t take();
  /// @returns the block; 0: none is taken.
  [[nodiscard]] std::uint8_t taken() const;
  void give_back();

private:
  AddressBlocks& blocks_;
  mutable std::mutex mutex_;
  std::uint8_t before_;
  std::uint8_t taken_ = 0;
};

inline constexpr const char* no_block_left =
  "all address blocks, 127.1 to 127.254, are taken by other models or orchestrators of this host: "
  "destroy a model that nobody needs";

/// @returns the first block of a model's machines, taken now; 0: none is left.
/// @param own null: it is `given`.
[[nodiscard]] inline std::uint8_t take_first(ModelBlock* own, std::uint8_t given) {
  return own != nullptr ? own->take() : given;
}
/// @returns the first block as far as it is known; 0: none is.
[[nodiscard]] inline std::uint8_t known_first(const ModelBlock* own, std::uint8_t given) {
  return own != nullptr ? own->taken() : given;
}

} // namespace orrery::providers
