// How much of what RocksDB can write the transactions reach: interleaved pairs of the real entities
// and of a plain loop that writes the same records. Each pair is a line of JSON.
//
// usage: journal_path [LIVES [PAIRS]]     stores below $TMPDIR, gone afterwards

#include "test/bench/actor_path.hpp"
#include "test/bench/lives.hpp"
#include "test/bench/plain_loop.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace {

using namespace orrery;

/// A store in a directory of its own, with the mix's model in it; gone with the object.
class FreshStore {
public:
  explicit FreshStore(const bench::Mix& mix) {
    std::string pattern = (std::filesystem::temp_directory_path() / "orrery-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no temporary directory");
    root_ = pattern;
    auto opened =
      store::Database::open({.directory = root_ / "model", .env = nullptr, .accept_loss = false});
    if (!opened)
      throw std::runtime_error(opened.error().text);
    database_ = std::move(*opened);
    const auto batch = test::first_batch(bench::Lives::model(mix.applications).contents());
    if (const auto written = database_->write(batch, 1); !written)
      throw std::runtime_error(written.error().text);
  }
  ~FreshStore() {
    database_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FreshStore(const FreshStore&) = delete;
  FreshStore& operator=(const FreshStore&) = delete;
  [[nodiscard]] store::Database& database() { return *database_; }

private:
  std::filesystem::path root_;
  std::unique_ptr<store::Database> database_;
};

/// Prints each pair as a line of JSON.
void measure(const std::string& title, const bench::Mix& mix, int pairs) {
  bench::Recording recording;
  {
    FreshStore store(mix);
    (void)bench::run_actors(mix, store.database(), &recording);
  }
  for (int pair = 0; pair < pairs; ++pair) {
    FreshStore first(mix);
    const bench::Measured path = bench::run_actors(mix, first.database(), nullptr);
    FreshStore second(mix);
    const bench::Measured loop = bench::run_plain_loop(
      recording, static_cast<std::size_t>(std::lround(path.batch())), second.database());
    std::cout << fmt::format(R"({{"mix": "{}", "ours": {}, "baseline": {}, "transactions": {}, )"
                             R"("batches": {}}})",
                             title, path.rate(), loop.rate(), path.transactions, path.batches)
              << std::endl;
  }
}

} // namespace

int main(int argc, char** argv) {
  const auto lives =
    static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000);
  const int pairs = argc > 2 ? std::atoi(argv[2]) : 5;
  if (lives == 0 || pairs <= 0) {
    std::cerr << "usage: journal_path [LIVES [PAIRS]]\n";
    return 2;
  }
  try {
    measure("1 application", {lives, 1}, pairs);
    measure("1,000 applications", {lives, 1'000}, pairs);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "journal_path: " << error.what() << '\n';
    return 1;
  }
}
