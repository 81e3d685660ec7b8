// orrery, as people and scripts call it: has the orchestrator do what was typed, and becomes
// orrery-engine for all else. It loads none of the libraries that an orchestrator needs, which
// alone take longer than most verbs.
#include "cmd/client/client.hpp"
#include "cmd/client/front.hpp"
#include "cmd/client/memory.hpp"
#include "cmd/client/sibling.hpp"
#include "cmd/client/standard_descriptors.hpp"

int main(int count, char** words) {
  orrery::cmd::open_standard_descriptors();
  orrery::cmd::stop_when_memory_is_exhausted();
  if (count < 1)
    return orrery::cmd::become_sibling("orrery-engine", words);
  const auto exit = orrery::cmd::ask_at_once(words[0], {words + 1, words + count});
  return exit ? orrery::cmd::exit_if_all_was_written(*exit)
              : orrery::cmd::become_sibling("orrery-engine", words);
}
