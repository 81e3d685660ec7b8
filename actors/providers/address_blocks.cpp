#include "actors/providers/address_blocks.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {

/// The name begins with a zero byte: it stands in no directory.
std::pair<sockaddr_un, socklen_t> name_of(std::uint8_t block) {
  const std::string name = "orrery address block 127." + std::to_string(block);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(&address.sun_path[1], name.data(), name.size());
  return {address, static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size())};
}

const sockaddr* plain(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

/// Reads the command line of a process; empty where that cannot be seen.
std::string command_line_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
  std::string line{std::istreambuf_iterator<char>(file), {}};
  while (!line.empty() && line.back() == '\0')
    line.pop_back();
  std::replace(line.begin(), line.end(), '\0', ' ');
  return line;
}

/// Names the process that listens, as the kernel tells it.
std::string owner_of(std::uint8_t block) {
  const auto [address, size] = name_of(block);
  const config::Descriptor asking(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  ucred owner{};
  socklen_t room = sizeof owner;
  if (!asking.is_open() || connect(asking.get(), plain(address), size) != 0
      || getsockopt(asking.get(), SOL_SOCKET, SO_PEERCRED, &owner, &room) != 0 || owner.pid <= 0)
    return "another orchestrator";
  const std::string line = command_line_of(owner.pid);
  return "process " + std::to_string(owner.pid) + (line.empty() ? "" : " (" + line + ")");
}

} // namespace

std::uint8_t block_of(store::MachineId machine, std::uint8_t first) {
  return static_cast<std::uint8_t>((first - 1U + machine / hosts_per_block) % address_blocks + 1);
}

std::uint8_t first_block(store::MachineId machine, const std::string& address) {
  constexpr std::string_view net = "127.";
  unsigned block = 0;
  if (!address.starts_with(net)
      || std::from_chars(address.data() + net.size(), address.data() + address.size(), block).ec
           != std::errc()
      || block < AddressBlocks::first || block > AddressBlocks::last)
    return 0;
  const store::MachineId before = machine / hosts_per_block % address_blocks;
  return static_cast<std::uint8_t>((block - 1U + address_blocks - before) % address_blocks + 1);
}

tl::expected<void, std::string> AddressBlocks::take(std::uint8_t block) {
  const std::lock_guard lock(mutex_);
  if (taken_.contains(block))
    return {};
  const auto [address, size] = name_of(block);
  config::Descriptor holding(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!holding.is_open())
    return tl::unexpected("nobody that can be told: " + std::generic_category().message(errno));
  // None is let in: to ask who listens needs no more. But each that has asked keeps its place.
  constexpr int askers = 4096; // as many as the kernel lets wait by default
  if (bind(holding.get(), plain(address), size) != 0 || listen(holding.get(), askers) != 0)
    return tl::unexpected(owner_of(block));
  taken_.emplace(block, std::move(holding));
  return {};
}

std::uint8_t AddressBlocks::take_free(std::uint8_t from) {
  std::uint8_t block = from;
  do {
    if (take(block))
      return block;
    block = block == last ? first : static_cast<std::uint8_t>(block + 1);
  } while (block != from);
  return 0;
}

std::uint8_t AddressBlocks::take_unused(std::uint8_t from) {
  std::uint8_t block = from;
  do {
    const bool is_ours = [&] {
      const std::lock_guard lock(mutex_);
      return taken_.contains(block);
    }();
    if (!is_ours && take(block))
      return block;
    block = block == last ? first : static_cast<std::uint8_t>(block + 1);
  } while (block != from);
  return 0;
}

void AddressBlocks::give_back(std::uint8_t block) {
  const std::lock_guard lock(mutex_);
  taken_.erase(block);
}

std::uint8_t ModelBlock::take() {
  constexpr std::uint8_t behind_the_usual = 78;
  const std::lock_guard lock(mutex_);
  if (taken_ == 0)
    taken_ = blocks_.take_unused(before_ != 0 ? before_ : behind_the_usual);
  return taken_;
}

std::uint8_t ModelBlock::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_ != 0 ? taken_ : before_;
}

void ModelBlock::give_back() {
  const std::lock_guard lock(mutex_);
  if (taken_ != 0)
    blocks_.give_back(std::exchange(taken_, std::uint8_t{0}));
}

} // namespace orrery::providers
