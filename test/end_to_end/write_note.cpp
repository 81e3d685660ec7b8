// write_note DIRECTORY KEY: adds a key with a value of one byte to an agents' store that nobody has
// open.
#include "store/database.hpp"

#include <cstdio>

int main(int count, char** arguments) {
  using namespace orrery;
  if (count != 3) {
    std::fputs("usage: write_note DIRECTORY KEY\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.directory = arguments[1];
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
