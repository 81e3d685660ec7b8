#pragma once

#include "actors/providers/address_blocks.hpp"
#include "config/settings.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::cmd {

/// @returns out of which block machines beside the first model have had their addresses; 0 where
/// none has one.
[[nodiscard]] std::uint8_t block_before(const store::Contents& contents);

/// Takes the block of addresses that the settings name, or, where they name none, that of the
/// machines there are (77 while there are none), or the next that is free after it.
/// @param settings gets the block.
/// @returns why it cannot be had, as a sentence that names the owner and the remedy.
[[nodiscard]] tl::expected<void, std::string> take_address_block(config::Settings& settings,
                                                                 const store::Contents& contents,
                                                                 providers::AddressBlocks& blocks);

} // namespace orrery::cmd
