// write_notes DIRECTORY UNIT: adds to an agents' store, that nobody has open, notes of a unit that is installed and started.
#include "actors/agents/local.hpp"
#include "actors/agents/local_record.hpp"
#include "store/database.hpp"

#include <cstdio>

int main(int count, char** arguments) {
  using namespace orrery;
  if (count != 3) {
    std::fputs("usage: write_notes DIRECTORY UNIT\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.directory = arguments[1];
  const auto database = store::Database::open(options);
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().text.c_str());
    return 1;
  }
  agents::UnitLocal local;
  local.unit = arguments[2];
  local.installed = local.started = true;
  const auto written =
    (*database)->write({agents::core_change(local)}, (*database)->sequence() + 1);
  if (!written)
    std::fprintf(stderr, "%s\n", written.error().text.c_str());
  return written ? 0 : 1;
}
