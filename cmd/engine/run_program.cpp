#include "cmd/client/client.hpp"
#include "cmd/client/memory.hpp"
#include "cmd/client/standard_descriptors.hpp"
#include "cmd/engine/program.hpp"
#include "cmd/engine/surroundings.hpp"

namespace orrery::cmd {

int run_program(int count, char** words, const OwnVerbs& own) {
  open_standard_descriptors();
  stop_when_memory_is_exhausted();
  stop_with_words_at_uncaught_exceptions();
  const auto exit =
    program(count > 0 ? words[0] : "orrery", {words + (count > 0 ? 1 : 0), words + count}, own);
  return exit_if_all_was_written(exit);
}

} // namespace orrery::cmd
