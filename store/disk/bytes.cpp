#include "store/disk/bytes.hpp"

#include <algorithm>

namespace orrery::store {

void DiskBytes::write(std::uint64_t offset, std::string_view bytes) {
  size_ = std::max(size_, offset + bytes.size());
  blocks_.resize((size_ + block_size - 1) / block_size);
  while (!bytes.empty()) {
    std::shared_ptr<Block>& block = blocks_[offset / block_size];
    if (!block)
      block = std::make_shared<Block>(); // zeros
    else if (block.use_count() > 1)
      block = std::make_shared<Block>(*block);
    const std::size_t begin = offset % block_size;
    const std::size_t count = std::min(bytes.size(), block_size - begin);
    bytes.copy(block->data() + begin, count);
    bytes.remove_prefix(count);
    offset += count;
  }
}

void DiskBytes::resize(std::uint64_t size) {
  if (size < size_ && size % block_size != 0) { // what is cut off must not come back
    const std::size_t rest = std::min<std::uint64_t>(block_size - size % block_size, size_ - size);
    write(size, std::string(rest, '\0'));
  }
  size_ = size;
  blocks_.resize((size_ + block_size - 1) / block_size);
}

std::size_t DiskBytes::read(std::uint64_t offset, std::size_t count, char* to) const {
  if (offset >= size_)
    return 0;
  count = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - offset));
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t place = offset + done;
    const std::size_t begin = place % block_size;
    const std::size_t piece = std::min(count - done, block_size - begin);
    if (const auto& block = blocks_[place / block_size])
      std::copy_n(block->data() + begin, piece, to + done);
    else
      std::fill_n(to + done, piece, '\0');
    done += piece;
  }
  return count;
}

std::string DiskBytes::text() const {
  std::string text(size_, '\0');
  read(0, text.size(), text.data());
  return text;
}

} // namespace orrery::store
