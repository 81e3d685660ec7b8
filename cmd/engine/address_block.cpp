#include "cmd/engine/address_block.hpp"

#include "actors/runtime/log.hpp"

namespace orrery::cmd {

std::uint8_t block_before(const store::Contents& contents) {
  for (auto machine = contents.machines.rbegin(); machine != contents.machines.rend(); ++machine)
    if (const std::uint8_t block = providers::first_block(machine->first, machine->second.address);
        block != 0)
      return block;
  return 0;
}

tl::expected<void, std::string> take_address_block(config::Settings& settings,
                                                   const store::Contents& contents,
                                                   providers::AddressBlocks& blocks) {
  if (settings.address_block != 0) {
    const auto taken = blocks.take(settings.address_block);
    if (taken)
      return {};
    return tl::unexpected("address-block " + std::to_string(settings.address_block)
                          + " is taken by " + taken.error()
                          + ": choose another one, or leave the setting out to have the next free");
  }
  constexpr std::uint8_t usual = 77; // where no machine has an address
  const std::uint8_t noted = block_before(contents);
  const std::uint8_t before = noted != 0 ? noted : usual;
  const auto taken = blocks.take(before);
  settings.address_block = taken ? before : blocks.take_free(before);
  if (settings.address_block == 0)
    return tl::unexpected(
      std::string("all address blocks, 127.1 to 127.254, are taken by other orchestrators of this "
                  "host: stop one of them"));
  if (!taken)
    runtime::log("engine")->warn("the usual block of addresses is another orchestrator's{}",
                                 runtime::field("block", before)
                                   + runtime::field("owner", taken.error())
                                   + runtime::field("now", settings.address_block));
  return {};
}

} // namespace orrery::cmd
