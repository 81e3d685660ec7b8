#include "test/engine/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>

/// A measurement of models at rest (docs/developers/performance.md); run by hand, for it takes as
/// long as it is told to.
namespace orrery::cmd {
namespace {

/// A number of /proc/self/status.
long of_this_process(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":"))
      return std::stol(line.substr(name.size() + 1));
  return 0;
}

TEST(Models, DISABLED_costs_of_models_at_rest) {
  const char* const told = std::getenv("ORRERY_MODELS");
  const int count = told != nullptr ? std::atoi(told) : 50;
  const test::Process process;
  EXPECT_EQ(process.run([count](Engine& engine) -> std::string {
    using Clock = std::chrono::steady_clock;
    const auto at_rest = std::chrono::seconds{3}; // free memory has been given back by then
    std::this_thread::sleep_for(at_rest);
    const long memory = of_this_process("VmRSS");
    const long threads = of_this_process("Threads");
    const auto begun = Clock::now();
    Clock::duration longest{};
    for (int i = 0; i < count; ++i) {
      const auto before = Clock::now();
      if (const auto made = engine.add(test::named("m" + std::to_string(i))); !made)
        return made.error();
      longest = std::max(longest, Clock::now() - before);
    }
    const auto took = Clock::now() - begun;
    std::this_thread::sleep_for(at_rest);
    std::printf("%d models: %ld KiB and %.2f threads each, made in %ld ms each, %ld at most\n",
                count, (of_this_process("VmRSS") - memory) / count,
                static_cast<double>(of_this_process("Threads") - threads) / count,
                static_cast<long>(took / std::chrono::milliseconds{1} / count),
                static_cast<long>(longest / std::chrono::milliseconds{1}));
    std::fflush(stdout);
    return "";
  }),
            "");
}

} // namespace
} // namespace orrery::cmd
