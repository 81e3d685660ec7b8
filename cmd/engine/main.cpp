#include "cmd/client/client.hpp"
#include "cmd/client/memory.hpp"
#include "cmd/client/standard_descriptors.hpp"
#include "cmd/engine/program.hpp"
#include "cmd/engine/restoring.hpp"
#include "cmd/engine/serve.hpp"
#include "cmd/engine/surroundings.hpp"
#include "cmd/simulate/command.hpp"

int main(int count, char** words) {
  orrery::cmd::open_standard_descriptors();
  orrery::cmd::stop_when_memory_is_exhausted();
  orrery::cmd::stop_with_words_at_uncaught_exceptions();
  const auto exit = orrery::cmd::program(count > 0 ? words[0] : "orrery",
                                         {words + (count > 0 ? 1 : 0), words + count},
                                         {{"backup restore", orrery::cmd::restore},
                                          {"serve", orrery::cmd::serve},
                                          {"simulate", orrery::simulate::simulate}});
  return orrery::cmd::exit_if_all_was_written(exit);
}
