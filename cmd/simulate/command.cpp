#include "cmd/simulate/command.hpp"

#include "cmd/client/output.hpp"
#include "cmd/simulate/report.hpp"
#include "cmd/simulate/several_models.hpp"
#include "cmd/simulate/shrink.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

namespace orrery::simulate {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t default_steps = 1000;
constexpr std::uint64_t most_models = 100;

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

int fail(const std::string& why) {
  std::fprintf(stderr, "ERROR %s\n", why.c_str());
  return cmd::Exit::Failed;
}

/// Where the events of all runs go, one run after the other.
Trace::Writer writer_of(const cmd::Arguments& arguments, std::ofstream& file) {
  if (arguments.on("replay"))
    return [](std::string_view line) { std::fwrite(line.data(), 1, line.size(), stdout); };
  if (file.is_open())
    return [&file](std::string_view line) { file << line; };
  return {};
}

template <class Run>
void run(Run&& simulation, Report& report) {
  const auto begun = Clock::now();
  const Outcome outcome = simulation.run();
  const auto took = Clock::now() - begun;
  report.add(outcome, took);
  print(Report::line(outcome, took));
}

void run_seeds(const cmd::Arguments& arguments, const Trace::Writer& trace, Report& report) {
  const std::uint64_t first = arguments.number("seed").value_or(1);
  const std::uint64_t count = arguments.number("seeds").value_or(1);
  const std::uint64_t steps = arguments.number("steps").value_or(default_steps);
  const std::uint64_t models = arguments.number("models").value_or(1);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    if (models > 1) {
      run(SeveralModels({.seed = seed, .steps = steps, .models = models, .trace = trace}), report);
      continue;
    }
    SimulationOptions options;
    options.seed = seed;
    options.steps = steps;
    options.trace = trace;
    run(Simulation(std::move(options)), report);
  }
}

/// Returns what is wrong with the number of models; empty if nothing is.
std::string fault_of_models(const cmd::Arguments& arguments) {
  const std::uint64_t models = arguments.number("models").value_or(1);
  if (models == 0 || models > most_models)
    return fmt::format("--models is a number from 1 to {}", most_models);
  if (models > 1 && (arguments.number("shrink") || arguments.text("play")))
    return "a story is of one model: play the run of several models again by its seed, with "
           "--replay or --trace";
  return {};
}

/// Prints what is left of a run as a story that can be played.
int print_shrunk(std::uint64_t seed, std::uint64_t steps) {
  SimulationOptions options;
  options.seed = seed;
  options.steps = steps;
  Outcome outcome = Simulation(std::move(options)).run();
  if (outcome.findings.empty())
    return fail(fmt::format("nothing is found in {} steps of seed {}", steps, seed));
  const std::size_t before = outcome.story.steps.size();
  const Shrunk shrunk = shrink(std::move(outcome.story), [before](std::size_t left) {
    std::fprintf(stderr, "%zu of %zu steps left\n", left, before);
  });
  if (shrunk.finding.empty())
    return fail("nothing is found when it is played again: its trace shows it (--replay)");
  print(fmt::format("# {}\n# {} of {} steps of seed {} are left\n{}", shrunk.finding,
                    shrunk.story.steps.size(), before, seed, to_text(shrunk.story)));
  return cmd::Exit::Fine;
}

} // namespace

int simulate(const cmd::Arguments& arguments) {
  if (const std::string wrong = fault_of_models(arguments); !wrong.empty())
    return fail(wrong);
  if (const auto seed = arguments.number("shrink"))
    return print_shrunk(*seed, arguments.number("steps").value_or(default_steps));
  std::ofstream file;
  const auto path = arguments.text("trace");
  if (path) {
    file.open(*path, std::ios::binary);
    if (!file)
      return fail("cannot write " + *path);
  }
  const Trace::Writer trace = writer_of(arguments, file);
  Report report;
  if (const auto played = arguments.text("play")) {
    std::ifstream text(*played);
    if (!text)
      return fail("cannot read " + *played);
    const auto story = read_story(text);
    if (!story)
      return fail(*played + ", " + story.error());
    SimulationOptions options;
    options.story = &*story;
    options.trace = trace;
    run(Simulation(std::move(options)), report);
  } else {
    run_seeds(arguments, trace, report);
  }
  if (path && !file.flush().good())
    return fail("cannot write all of " + *path);
  print(report.summary());
  if (arguments.on("coverage"))
    print(report.coverage());
  return report.failed() == 0 ? cmd::Exit::Fine : cmd::Exit::Failed;
}

} // namespace orrery::simulate
