// orrery-simulate, which `orrery simulate` becomes.
#include "cmd/engine/program.hpp"
#include "cmd/simulate/command.hpp"

int main(int count, char** words) {
  return orrery::cmd::run_program(count, words, {{"simulate", orrery::simulate::simulate}});
}
