// write_note DIRECTORY KEY [VALUE [SCHEMA]]: sets a key of an agents' store that nobody has open;
// without a value to one byte. A key behind `!` is deleted. With SCHEMA the store has that
// afterwards, as if a newer program had served it.
#include "store/database.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

int main(int count, char** arguments) {
  using namespace orrery;
  if (count < 3 || count > 5) {
    std::fputs("usage: write_note DIRECTORY KEY [VALUE [SCHEMA]]\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.directory = arguments[1];
  if (count == 5)
    options.schema = static_cast<std::uint32_t>(std::strtoul(arguments[4], nullptr, 10));
  const auto database = store::Database::open(options);
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().text.c_str());
    return 1;
  }
  std::string key = arguments[2];
  std::optional<std::string> value = count > 3 ? arguments[3] : "x";
  if (key.starts_with('!')) {
    key.erase(0, 1);
    value.reset();
  }
  const auto written = (*database)->write({{key, value}}, (*database)->sequence() + 1);
  if (!written)
    std::fprintf(stderr, "%s\n", written.error().text.c_str());
  return written ? 0 : 1;
}
