#include "test/fuzz/target.hpp"
#include "test/tools/world.hpp"

#include <algorithm>
#include <string>
#include <vector>

/// Calls of hook tools: flags(1: bit 0 of the leader, bit 1 in a relation hook, bit 2 with input,
/// bit 3 in an action), then the tool's name and its arguments, each ended by a newline; the last
/// is the input.
namespace orrery::fuzz {

void feed(std::string_view bytes) {
  const auto [flags, text] = choose(bytes, 16);
  std::vector<std::string> arguments;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    arguments.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  std::optional<std::string> input;
  if ((flags & 4U) != 0 && arguments.size() > 1) {
    input = arguments.back();
    arguments.pop_back();
  }
  if (arguments.empty())
    return; // No frame carries such a call.

  hooks::World world;
  if ((flags & 1U) != 0)
    world.leading();
  if ((flags & 2U) != 0)
    world.in_relation_hook("changed");
  if ((flags & 8U) != 0)
    world.sight.action =
      hooks::ActionSight{1, 2, "backup", R"({"deep":{"a":[1,-2.5e-7,true]},"text":"t"})"};
  const hooks::HookState before = world.state;
  const hooks::ToolReply reply = world.call(arguments, input);
  demand(reply.code != 99, "a tool that asks without end");
  demand(reply.code == 0 || reply.code == 1 || reply.code == 2, "an exit code that no tool has");
  if (reply.code != 0) {
    demand(!reply.error.empty() || !reply.output.empty(), "a failure without words");
    demand(world.state.unit_changes == before.unit_changes
             && world.state.application_changes == before.application_changes
             && world.state.opened == before.opened && world.state.closed == before.closed
             && world.state.results == before.results && world.state.failure == before.failure,
           "a tool that failed has changed something");
  }
}

} // namespace orrery::fuzz
