// How long one command takes while nothing else happens, beside what its sync costs: in turn a
// command of a unit's life through the real entities, and an append of 1 KiB with fdatasync. A line
// of JSON for each block.
//
// usage: one_command [LIVES [BLOCKS]]     stores below $TMPDIR, gone afterwards

#include "test/bench/fresh_store.hpp"
#include "test/bench/lives.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

namespace {

using namespace orrery;
using Clock = std::chrono::steady_clock;

/// A file that nothing but appends is done to.
class RawFile {
public:
  RawFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "orrery-bench-XXXXXX").string();
    descriptor_ = ::mkstemp(pattern.data());
    if (descriptor_ < 0)
      bench::give_up("no temporary file");
    (void)::unlink(pattern.c_str());
  }
  ~RawFile() { ::close(descriptor_); }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  [[nodiscard]] std::chrono::nanoseconds append() const {
    const auto began = Clock::now();
    const std::array<char, 1024> record{};
    if (::write(descriptor_, record.data(), record.size()) < 0 || ::fdatasync(descriptor_) < 0)
      bench::give_up("the temporary file cannot be written");
    return Clock::now() - began;
  }

private:
  int descriptor_;
};

double median_ms(std::vector<std::chrono::nanoseconds> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return std::chrono::duration<double, std::milli>(*middle).count();
}

} // namespace

int main(int argc, char** argv) {
  const auto lives = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 100);
  const int blocks = argc > 2 ? std::atoi(argv[2]) : 5;
  if (lives == 0 || blocks <= 0) {
    std::cerr << "usage: one_command [LIVES [BLOCKS]]\n";
    return 2;
  }
  bench::FreshStore store(bench::Lives::model(1).contents());
  bench::EntitySystem entities(store.database());
  const RawFile raw;
  for (int block = 0; block < blocks; ++block) {
    bench::Lives traffic(lives, 1, 1);
    bench::Latencies commands;
    bench::Latencies appends;
    (void)bench::play(
      entities, 1,
      [&](auto client, const auto* before) {
        appends.push_back(raw.append());
        return traffic.next(client, before);
      },
      &commands);
    std::cout << fmt::format(R"({{"ours_ms": {}, "raw_ms": {}}})", median_ms(commands),
                             median_ms(appends))
              << std::endl;
  }
}
