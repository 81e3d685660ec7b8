// orrery-unpack: reads a charm's archive on standard input, and writes what is in it to standard
// output as frames (frames.hpp). A fault in the parser is then this process's alone, which has
// nothing but these two descriptors, and may do nothing else (confinement.hpp).
#include "cmd/unpack/archive_reader.hpp"
#include "cmd/unpack/confinement.hpp"
#include "cmd/unpack/frames.hpp"

#include <unistd.h>

#include <clocale>
#include <cstdio>

int main() {
  if (::isatty(STDIN_FILENO) == 1 || ::isatty(STDOUT_FILENO) == 1) {
    std::fputs("orrery-unpack is started by orrery for archives; it is not for use by hand\n",
               stderr);
    return 2;
  }
  // Names that an archive says to be UTF-8 are handed over as they are.
  (void)std::setlocale(LC_CTYPE, "C.UTF-8");
  (void)orrery::unpack::confine();
  orrery::unpack::FrameWriter frames(STDOUT_FILENO);
  const std::string why = orrery::unpack::read_archive(STDIN_FILENO, frames);
  return frames.end(why) ? 0 : 1;
}
