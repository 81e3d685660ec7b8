#include "test/bench/fresh_store.hpp"

#include "test/support/world.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace orrery::bench {

namespace {
constexpr std::uint64_t least_buffer =
  64 << 10; ///< With it all is read into files but the last bytes.
}

void give_up(const std::string& why) {
  std::cerr << why << '\n';
  std::_Exit(1);
}

FreshStore::FreshStore(const store::Contents& model, std::uint64_t buffer) {
  constexpr std::size_t a_batch = 10'000; // records: no batch of this size stalls RocksDB
  std::string pattern = (std::filesystem::temp_directory_path() / "orrery-bench-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    give_up("no temporary directory");
  root_ = pattern;
  open(buffer);
  std::vector<store::Change> all = test::first_batch(model);
  std::uint64_t sequence = 0;
  for (std::size_t begin = 0; begin < all.size(); begin += a_batch) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto size = static_cast<std::ptrdiff_t>(std::min(a_batch, all.size() - begin));
    const std::vector<store::Change> batch(std::make_move_iterator(first),
                                           std::make_move_iterator(first + size));
    if (const auto written = database_->write(batch, ++sequence); !written)
      give_up(written.error().text);
  }
  for (const std::uint64_t next : {least_buffer, buffer}) {
    database_.reset();
    open(next);
  }
}

void FreshStore::open(std::uint64_t buffer) {
  auto opened = store::Database::open(
    {.directory = root_ / "model", .env = nullptr, .accept_loss = false, .write_buffer = buffer});
  if (!opened)
    give_up(opened.error().text);
  database_ = std::move(*opened);
}

FreshStore::~FreshStore() {
  database_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

} // namespace orrery::bench
