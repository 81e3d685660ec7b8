#include "test/model/trace_checker.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace orrery::test {

TraceChecker::TraceChecker(const char* variable) {
  const char* program = std::getenv(variable); // meson test sets it
  if (program == nullptr)
    throw std::runtime_error(std::string(variable) + " names no checker");
  program_ = program;
  std::string name = std::filesystem::temp_directory_path() / "orrery-traces-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no directory can be made for traces");
  directory_ = name;
}

TraceChecker::~TraceChecker() {
  std::error_code ignored; // a directory that stays does no harm
  if (!kept_)
    std::filesystem::remove_all(directory_, ignored);
}

std::string TraceChecker::check(const std::vector<TraceEvent>& events) {
  last_ = directory_ / fmt::format("{}.trace", ++checked_);
  std::ofstream(last_) << to_text(events);
  FILE* output = popen(fmt::format("cd {} && TRACE={} {} -m50000 -n -E -w16 2>&1",
                                   directory_.string(), last_.string(), program_)
                         .c_str(),
                       "r");
  if (output == nullptr)
    return "the checker cannot be run";
  std::string all;
  std::string last;
  char line[512];
  while (std::fgets(line, sizeof line, output) != nullptr)
    all += last = line;
  pclose(output);
  return last.starts_with("accepted") || last.starts_with("rejected") ? last : all;
}

std::filesystem::path TraceChecker::keep_last() {
  kept_ = true;
  return last_;
}

} // namespace orrery::test
