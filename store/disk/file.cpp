#include "store/disk/file.hpp"

#include <algorithm>
#include <limits>

namespace orrery::store {

namespace {

constexpr std::size_t most_pending = 256;
constexpr std::uint64_t sector = 512;
constexpr std::uint64_t torn_part = 8 * sector;

/// How much of a tail of that many bytes is missing.
std::uint64_t missing_of(std::uint64_t tail, std::uint64_t steps) {
  return std::min(tail,
                  tail >= torn_part ? steps * sector : (tail * steps + 7) / (torn_part / sector));
}

} // namespace

void DiskFile::apply(DiskBytes& bytes, const Write& write) {
  if (write.resizes)
    bytes.resize(write.offset);
  else
    bytes.write(write.offset, write.bytes);
}

void DiskFile::put(Write write) {
  apply(now_, write);
  pending_.push_back(std::make_shared<const Write>(std::move(write)));
  if (pending_.size() > most_pending) {
    apply(durable_, *pending_.front());
    pending_.erase(pending_.begin());
  }
}

void DiskFile::write(std::uint64_t offset, std::string_view bytes) {
  put({offset, std::string(bytes), false});
}

void DiskFile::resize(std::uint64_t size) {
  put({size, {}, true});
}

void DiskFile::sync() {
  if (lost_sync_)
    for (const auto& write : pending_)
      apply(durable_, *write);
  else
    durable_ = now_; // shares its blocks
  pending_.clear();
}

void DiskFile::fail_sync() {
  lost_sync_ = lost_sync_ || !pending_.empty();
  pending_.clear();
}

DiskBytes DiskFile::after(const PowerCut& cut, std::uint64_t salt) const {
  switch (cut.kind) {
  case PowerCut::Kind::KeepsAll:
    return now_;
  case PowerCut::Kind::DropsUnsynced:
    return durable_;
  case PowerCut::Kind::TearsTail:
    return torn(cut.which);
  case PowerCut::Kind::Reorders:
    return reordered(DiskChance(cut.which ^ DiskChance(salt).next()));
  }
  return now_;
}

/// Bytes that a failed sync has lost are not in any power cut's image but where only the process
/// died.
DiskBytes DiskFile::torn(std::uint64_t steps) const {
  DiskBytes bytes = durable_;
  for (const auto& write : pending_)
    apply(bytes, *write);
  if (bytes.size() <= durable_.size())
    return overwritten(steps);
  const std::uint64_t tail = bytes.size() - durable_.size();
  bytes.resize(bytes.size() - missing_of(tail, steps));
  return bytes;
}

/// Within a file that has room for all of it: sectors are whole.
DiskBytes DiskFile::overwritten(std::uint64_t steps) const {
  std::uint64_t begin = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t end = 0;
  for (const auto& write : pending_)
    if (!write->resizes) {
      begin = std::min(begin, write->offset);
      end = std::max(end, write->offset + write->bytes.size());
    }
  if (const std::uint64_t missing = end > begin ? missing_of(end - begin, steps) : 0; missing > 0)
    end = (end - missing) / sector * sector;
  DiskBytes bytes = durable_;
  for (const auto& write : pending_)
    if (write->resizes)
      bytes.resize(write->offset);
    else if (write->offset < end)
      bytes.write(write->offset, std::string_view(write->bytes).substr(0, end - write->offset));
  return bytes;
}

DiskBytes DiskFile::reordered(DiskChance chance) const {
  DiskBytes bytes = durable_;
  std::uint64_t full_size = bytes.size();
  const std::uint64_t kept_of_8 = 1 + chance.next() % 7;
  for (const auto& write : pending_) {
    if (write->resizes) { // a change of the file's own record, like names: kept
      bytes.resize(write->offset);
      full_size = write->offset;
      continue;
    }
    full_size = std::max(full_size, write->offset + write->bytes.size());
    std::string_view left = write->bytes;
    for (std::uint64_t place = write->offset; !left.empty();) {
      const auto piece = left.substr(0, sector - place % sector);
      if (chance.next() % 8 < kept_of_8)
        bytes.write(place, piece);
      place += piece.size();
      left.remove_prefix(piece.size());
    }
  }
  if (chance.next() % 2 == 0)
    bytes.resize(full_size); // the size was written back and the sectors were not
  return bytes;
}

} // namespace orrery::store
