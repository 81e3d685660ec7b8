#include "cmd/simulate/command.hpp"

#include "cmd/simulate/report.hpp"

#include <cstdio>
#include <fstream>

namespace orrery::simulate {

namespace {

using Clock = std::chrono::steady_clock;

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

/// The trace of all runs, one after the other. @returns false if the file cannot be written
bool run_all(const cmd::Arguments& arguments, std::ofstream* file, Report& report) {
  const std::uint64_t first = arguments.number("seed").value_or(1);
  const std::uint64_t count = arguments.number("seeds").value_or(1);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SimulationOptions options;
    options.seed = seed;
    options.steps = arguments.number("steps").value_or(1000);
    if (arguments.on("replay"))
      options.trace = [](std::string_view line) {
        std::fwrite(line.data(), 1, line.size(), stdout);
      };
    else if (file != nullptr)
      options.trace = [file](std::string_view line) { *file << line; };
    const auto begun = Clock::now();
    const Outcome outcome = Simulation(std::move(options)).run();
    const auto took = Clock::now() - begun;
    report.add(outcome, took);
    print(Report::line(outcome, took));
  }
  return file == nullptr || file->flush().good();
}

} // namespace

int simulate(const cmd::Arguments& arguments) {
  std::ofstream file;
  const auto path = arguments.text("trace");
  if (path) {
    file.open(*path, std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "ERROR cannot write %s\n", path->c_str());
      return cmd::Exit::Failed;
    }
  }
  Report report;
  if (!run_all(arguments, path ? &file : nullptr, report)) {
    std::fprintf(stderr, "ERROR cannot write all of %s\n", path->c_str());
    return cmd::Exit::Failed;
  }
  print(report.summary());
  if (arguments.on("coverage"))
    print(report.coverage());
  return report.failed() == 0 ? cmd::Exit::Fine : cmd::Exit::Failed;
}

} // namespace orrery::simulate
