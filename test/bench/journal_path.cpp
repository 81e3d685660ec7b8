// How much of what RocksDB can write the transactions reach: interleaved pairs of the real entities
// and of a plain loop that writes the same records. Each pair is a line of JSON.
//
// usage: journal_path [LIVES [PAIRS]]     stores below $TMPDIR, gone afterwards

#include "test/bench/fresh_store.hpp"
#include "test/bench/lives.hpp"
#include "test/bench/plain_loop.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>

namespace {

using namespace orrery;

struct Mix {
  std::string title;
  std::uint32_t lives = 0;
  std::uint32_t applications = 1;
};

struct Run {
  double seconds = 0;
  double cpu_seconds = 0; ///< Of all threads.
  std::uint64_t transactions = 0;
  std::uint64_t batches = 0;
};

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

Run run_entities(const Mix& mix, bench::Recording* recording) {
  constexpr std::uint32_t clients = 256; // as many as may be in flight
  bench::FreshStore store(bench::Lives::model(mix.applications).contents());
  bench::EntitySystem entities(store.database(), bench::Threads::AsServed, recording);
  bench::Lives lives(mix.lives, mix.applications, clients);
  const std::uint64_t before = entities.database().sequence();
  const double cpu = cpu_seconds();
  const std::chrono::duration<double> took =
    bench::play(entities, clients,
                [&lives](auto client, const auto* last) { return lives.next(client, last); });
  return {took.count(), cpu_seconds() - cpu, entities.database().sequence() - before,
          entities.database().batches()};
}

Run run_loop(const Mix& mix, bench::Recording recording, std::size_t batch) {
  bench::FreshStore store(bench::Lives::model(mix.applications).contents());
  const std::size_t transactions = recording.size();
  const double cpu = cpu_seconds();
  const auto began = std::chrono::steady_clock::now();
  bench::run_plain_loop(std::move(recording), batch, store.database());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  return {took.count(), cpu_seconds() - cpu, transactions, (transactions + batch - 1) / batch};
}

void measure(const Mix& mix, int pairs) {
  bench::Recording recording;
  (void)run_entities(mix, &recording);
  for (int pair = 0; pair < pairs; ++pair) {
    const Run ours = run_entities(mix, nullptr);
    const auto count = static_cast<double>(ours.transactions);
    const auto batch =
      static_cast<std::size_t>(std::lround(count / static_cast<double>(ours.batches)));
    const Run loop = run_loop(mix, recording, batch);
    std::cout << fmt::format(R"({{"mix": "{}", "ours": {}, "baseline": {}, "transactions": {}, )"
                             R"("batches": {}, "ours_cpu_us": {}, "baseline_cpu_us": {}}})",
                             mix.title, count / ours.seconds, count / loop.seconds,
                             ours.transactions, ours.batches, 1e6 * ours.cpu_seconds / count,
                             1e6 * loop.cpu_seconds / count)
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
  measure({"1 application", lives, 1}, pairs);
  measure({"1,000 applications", lives, 1'000}, pairs);
}
