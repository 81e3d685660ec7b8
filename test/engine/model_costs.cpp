#include "cmd/engine/surroundings.hpp"
#include "test/engine/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>

/// A measurement of models at rest (docs/developers/performance.md); run by hand, for it takes as
/// long as it is told to.
namespace orrery::cmd {
namespace {

using Clock = std::chrono::steady_clock;

long milliseconds_of(Clock::duration took) {
  return static_cast<long>(took / std::chrono::milliseconds{1});
}

/// A number of /proc/self/status.
long of_this_process(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":"))
      return std::stol(line.substr(name.size() + 1));
  return 0;
}

/// Memory and more that a process takes.
struct Taken {
  long memory = 0; ///< In KiB.
  long threads = 0;
  long descriptors = 0;
};

/// Returns what this process takes once it has been at rest for longer than free memory is kept.
Taken taken_at_rest() {
  std::this_thread::sleep_for(std::chrono::seconds{3});
  const auto open = test::fs::directory_iterator("/proc/self/fd");
  return {of_this_process("VmRSS"), of_this_process("Threads"),
          static_cast<long>(std::distance(open, test::fs::directory_iterator{}))};
}

std::string make_models(Engine& engine, int count) {
  const Taken before = taken_at_rest();
  const auto begun = Clock::now();
  Clock::duration longest{};
  for (int i = 0; i < count; ++i) {
    const auto of_this = Clock::now();
    if (const auto made = engine.add(test::named("m" + std::to_string(i))); !made)
      return made.error();
    longest = std::max(longest, Clock::now() - of_this);
  }
  const auto took = Clock::now() - begun;
  const Taken after = taken_at_rest();
  const auto each = [count](long of_all) { return static_cast<double>(of_all) / count; };
  std::printf("%d models: %.0f KiB, %.2f threads and %.1f descriptors each, made in %.1f ms each, "
              "%ld at most\n",
              count, each(after.memory - before.memory), each(after.threads - before.threads),
              each(after.descriptors - before.descriptors), each(milliseconds_of(took)),
              milliseconds_of(longest));
  std::fflush(stdout);
  return "";
}

TEST(Models, DISABLED_costs_of_models_at_rest) {
  const char* const told = std::getenv("ORRERY_MODELS");
  const int count = told != nullptr ? std::atoi(told) : 50;
  ASSERT_TRUE(take_limits()); // as a process that serves does: each model has open files
  const test::Process process;
  ASSERT_EQ(process.run([count](Engine& engine) { return make_models(engine, count); }), "");
  const auto begun = Clock::now();
  EXPECT_EQ(process.run([count, begun](Engine& engine) -> std::string {
    const auto took = Clock::now() - begun;
    const auto known = engine.all().size();
    const Taken all = taken_at_rest();
    std::printf("begun again in %ld ms: %ld KiB, %ld threads and %ld descriptors in all\n",
                milliseconds_of(took), all.memory, all.threads, all.descriptors);
    std::fflush(stdout);
    return known == static_cast<std::size_t>(count) + 1 ? "" : "some are not there";
  }),
            "");
}

} // namespace
} // namespace orrery::cmd
