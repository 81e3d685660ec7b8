// What a full status costs, read from a store that nobody has open, against RocksDB's own pass over
// all its records: for valgrind --tool=callgrind --collect-atstart=no
// --toggle-collect='*measured*', which counts their instructions.
//
// usage: status_path DIRECTORY status|scan [FORMAT]     a line of JSON

#include "cmd/views/explain/status_reading.hpp"
#include "cmd/views/render/status.hpp"
#include "store/database.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace orrery;

struct Passed {
  std::size_t count = 0; ///< Records, or pieces of text.
  std::size_t bytes = 0;
};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

} // namespace

// What callgrind looks for by name.
[[gnu::noinline]] Passed measured_scan(const store::Database& database) {
  Passed passed;
  const auto snapshot = database.snapshot();
  const auto done = snapshot->scan("", [&](std::string_view key, std::string_view value) {
    ++passed.count;
    passed.bytes += key.size() + value.size();
    return true;
  });
  if (!done)
    give_up(done.error().text);
  return passed;
}

[[gnu::noinline]] Passed measured_status(const store::Database& database,
                                         const render::StatusOptions& options) {
  Passed passed;
  const auto shown = explain::read_status(*database.snapshot());
  if (!shown)
    give_up(shown.error().text);
  (void)render::status(shown->around.contents, {}, shown->units, options,
                       [&passed](std::string_view piece) {
                         ++passed.count;
                         passed.bytes += piece.size();
                       });
  return passed;
}

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[2] : "";
  render::StatusOptions options;
  const auto format = render::parse_status_format(argc > 3 ? argv[3] : "json");
  if ((what != "status" && what != "scan") || !format)
    give_up("usage: status_path DIRECTORY status|scan [FORMAT]");
  options.format = *format;
  auto database = store::Database::open({.directory = argv[1]});
  if (!database)
    give_up(database.error().text);
  const auto began = std::chrono::steady_clock::now();
  const Passed passed =
    what == "scan" ? measured_scan(**database) : measured_status(**database, options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("{\"count\": %zu, \"bytes\": %zu, \"seconds\": %.6f}\n", passed.count, passed.bytes,
              took.count());
  return 0;
}
