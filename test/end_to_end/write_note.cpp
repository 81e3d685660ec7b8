// write_note DIRECTORY KEY [VALUE]: sets a key of an agents' store that nobody has open; without a
// value to one byte.
#include "store/database.hpp"

#include <cstdio>

int main(int count, char** arguments) {
  using namespace orrery;
  if (count != 3 && count != 4) {
    std::fputs("usage: write_note DIRECTORY KEY [VALUE]\n", stderr);
    return 2;
  }
  store::OpenOptions options;
  options.directory = arguments[1];
  const auto database = store::Database::open(options);
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().text.c_str());
    return 1;
  }
  const std::string value = count == 4 ? arguments[3] : "x";
  const auto written = (*database)->write({{arguments[2], value}}, (*database)->sequence() + 1);
  if (!written)
    std::fprintf(stderr, "%s\n", written.error().text.c_str());
  return written ? 0 : 1;
}
