// write_note DIRECTORY KEY [SCHEMA]: adds a key with a value of one byte to an agents' store that
// nobody has open; it then has that schema, as if a newer program had served it.
#include "store/database.hpp"

#include <cstdio>
#include <cstdlib>

int main(int count, char** arguments) {
  using namespace orrery;
  if (count != 3 && count != 4) {
    std::fputs("usage: write_note DIRECTORY KEY [SCHEMA]\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.directory = arguments[1];
  if (count == 4)
    options.schema = static_cast<std::uint32_t>(std::strtoul(arguments[3], nullptr, 10));
  const auto database = store::Database::open(options);
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().text.c_str());
    return 1;
  }
  const auto written =
    (*database)->write({{arguments[2], std::string("x")}}, (*database)->sequence() + 1);
  if (!written)
    std::fprintf(stderr, "%s\n", written.error().text.c_str());
  return written ? 0 : 1;
}
