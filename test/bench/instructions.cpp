// The same transitions of units' lives through the real entities, or their records written in bare
// batches, all in one thread: for valgrind --tool=callgrind --collect-atstart=no
// --toggle-collect='*measured*', which counts their instructions.
//
// usage: instructions entities|batches ENTITIES LIVES     a line of JSON; stores below $TMPDIR,
// gone afterwards

#include "actors/runtime/heap.hpp"
#include "test/bench/callgrind.hpp"
#include "test/bench/fresh_store.hpp"
#include "test/bench/lives.hpp"
#include "test/bench/plain_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace {

using namespace orrery;

constexpr std::uint32_t clients = 256;
constexpr std::uint32_t units_an_application =
  98; // with a machine each, the application, its relation
/// That all lives are of, in a model of any size: of fewer applications more writes of a batch are
/// of the same record.
constexpr std::uint32_t lively_applications = 5;

/// As a real start does it: else what the model took while it was made is given back bit by bit,
/// and counted.
void begin_counting() {
  runtime::give_back_free_memory_now();
  CALLGRIND_START_INSTRUMENTATION;
}

} // namespace

// What callgrind looks for by name.
[[gnu::noinline]] void measured_entities(bench::EntitySystem& entities, bench::Lives& lives) {
  (void)bench::play(entities, clients, [&lives](auto client, const auto* before) {
    return lives.next(client, before);
  });
}
[[gnu::noinline]] void
measured_batches(bench::Recording recording, std::size_t batch, store::Database& database) {
  bench::run_plain_loop(std::move(recording), batch, database);
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto size = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 0);
  const auto lives = static_cast<std::uint32_t>(argc > 3 ? std::atoi(argv[3]) : 0);
  if ((what != "entities" && what != "batches") || size == 0 || lives == 0) {
    std::cerr << "usage: instructions entities|batches ENTITIES LIVES\n";
    return 2;
  }
  const std::uint32_t applications = std::max(1U, size / (2 * units_an_application + 2));
  const store::Contents model = bench::Lives::model(applications, units_an_application).contents();
  bench::Recording recording;
  std::uint64_t transactions = 0;
  std::uint64_t batches = 0;
  {
    bench::FreshStore store(model);
    bench::EntitySystem entities(store.database(), bench::Threads::One,
                                 what == "batches" ? &recording : nullptr);
    const std::uint32_t lively = std::min(applications, lively_applications);
    bench::Lives traffic(lives, lively, clients, applications / lively);
    const std::uint64_t before = entities.database().sequence();
    if (what == "entities") {
      begin_counting();
      measured_entities(entities, traffic);
    } else {
      (void)bench::play(entities, clients, [&traffic](auto client, const auto* last) {
        return traffic.next(client, last);
      });
    }
    transactions = entities.database().sequence() - before;
    batches = entities.database().batches();
  }
  if (what == "batches") {
    bench::FreshStore store(model);
    begin_counting();
    measured_batches(std::move(recording), transactions / batches, store.database());
  }
  std::cout << fmt::format(R"({{"entities": {}, "transactions": {}, "batches": {}}})",
                           model.machines.size() + model.units.size() + model.applications.size()
                             + model.relations.size() + 1,
                           transactions, batches)
            << '\n';
}
