// The transaction of the peers' benchmark through the real entities: two conditions, four records
// of 200 B, durable.
//
// usage: flushes CLIENTS TRANSACTIONS     a line of JSON; the store below $TMPDIR, gone afterwards

#include "test/bench/fresh_store.hpp"
#include "test/bench/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace {

using namespace orrery;

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::chrono::nanoseconds play(bench::EntitySystem& entities,
                              std::uint32_t clients,
                              std::uint64_t transactions,
                              bench::Latencies* latencies) {
  bench::SettingsTraffic traffic(transactions, transactions);
  return bench::play(
    entities, clients, [&traffic](auto, const auto*) { return traffic.next(); }, latencies);
}

} // namespace

int main(int argc, char** argv) {
  const auto clients = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 0);
  const auto transactions = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  if (clients == 0 || transactions == 0) {
    std::cerr << "usage: flushes CLIENTS TRANSACTIONS\n";
    return 2;
  }
  bench::FreshStore store(bench::SettingsTraffic::model().contents());
  bench::EntitySystem entities(store.database());
  (void)play(entities, clients, transactions / 5 + 1, nullptr); // warm-up
  bench::Latencies latencies;
  const std::uint64_t batches = entities.database().batches();
  const auto took = play(entities, clients, transactions, &latencies);
  std::sort(latencies.begin(), latencies.end());
  std::cout << fmt::format(
    R"({{"clients": {}, "txn_per_s": {}, "p50_ms": {}, "p99_ms": {}, "batches": {}}})", clients,
    static_cast<double>(transactions) / (milliseconds(took) / 1000),
    milliseconds(latencies[latencies.size() / 2]),
    milliseconds(latencies[latencies.size() * 99 / 100]), entities.database().batches() - batches)
            << '\n';
}
