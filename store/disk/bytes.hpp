#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::store {

/// The bytes of a file in memory, in blocks that copies share until one of them writes: a copy
/// costs a pointer for each 4 KiB.
class DiskBytes {
public:
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Beyond the end the file grows; a gap reads as zeros.
  void write(std::uint64_t offset, std::string_view bytes);
  /// Cuts off, or grows with zeros.
  void resize(std::uint64_t size);
  /// @returns how many bytes were copied to `to`; fewer than `count` at the end.
  std::size_t read(std::uint64_t offset, std::size_t count, char* to) const;
  [[nodiscard]] std::string text() const;

private:
  static constexpr std::size_t block_size = 4096;
  using Block = std::array<char, block_size>;

  std::vector<std::shared_ptr<Block>> blocks_; ///< Nothing in a place reads as zeros.
  std::uint64_t size_ = 0;
};

} // namespace orrery::store
