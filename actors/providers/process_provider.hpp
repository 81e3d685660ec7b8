#pragma once

#include "actors/providers/provider.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::providers {

struct ProcessProviderOptions {
  std::filesystem::path data_directory;
  std::filesystem::path tool;      ///< The hook-tool program, absolute.
  std::vector<std::string> tools;  ///< Names of the symlinks to it.
  std::uint8_t address_block = 77; ///< Machine N has 127.BLOCK.x.y from N; unique for N < 65,000.
};

/// Machines as directories DATA/machines/N with a loopback address each; needs no privilege.
[[nodiscard]] std::unique_ptr<Provider> make_process_provider(ProcessProviderOptions options);

} // namespace orrery::providers
