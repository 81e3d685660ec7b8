#include "cmd/client/sibling.hpp"
#include "cmd/engine/program.hpp"
#include "cmd/engine/restoring.hpp"
#include "cmd/engine/serve.hpp"

namespace {

char** typed = nullptr; ///< All words of the command line.

int become_simulation(const orrery::cmd::Arguments& /*arguments*/) {
  return orrery::cmd::become_sibling("orrery-simulate", typed);
}

} // namespace

int main(int count, char** words) {
  typed = words;
  return orrery::cmd::run_program(count, words,
                                  {{"backup restore", orrery::cmd::restore},
                                   {"serve", orrery::cmd::serve},
                                   {"simulate", become_simulation}});
}
