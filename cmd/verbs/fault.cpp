#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "store/names.hpp"

namespace orrery::cmd {

namespace {

using Read = tl::expected<agents::Fault, UsageError>;

constexpr std::uint32_t times_max = 1'000'000;

tl::expected<void, UsageError> check_unit(const Arguments& arguments) {
  if (store::is_unit_name(arguments.words[1]))
    return {};
  return arguments.wrong(1, "\"" + arguments.words[1]
                              + "\" is no unit's name: write for example "
                                "db/0");
}

/// `times=N` or `exit=N`.
tl::expected<void, UsageError>
read_number(const Arguments& arguments, std::size_t index, agents::FailHook& fault) {
  const auto& word = arguments.words[index];
  const auto times = word.starts_with("times=");
  if (!times && !word.starts_with("exit="))
    return arguments.wrong(index, "unknown word \"" + word + "\": write times=N or exit=N");
  const auto number = store::parse_id(word.substr(word.find('=') + 1));
  const std::uint32_t least = times ? 1 : 0;
  const std::uint32_t most = times ? times_max : 255;
  if (!number || *number < least || *number > most)
    return arguments.wrong(index, "wrong number in \"" + word + "\": from " + std::to_string(least)
                                    + " to " + std::to_string(most));
  if (times)
    fault.times = *number;
  else
    fault.exit = static_cast<std::uint8_t>(*number);
  return {};
}

Read read_hook(const Arguments& arguments) {
  if (arguments.words.size() < 3)
    return arguments.wrong(0, "write fault hook UNIT HOOK [times=N] [exit=N]");
  if (auto unit = check_unit(arguments); !unit)
    return tl::unexpected(unit.error());
  agents::FailHook fault{arguments.words[1], arguments.words[2]};
  for (std::size_t i = 3; i < arguments.words.size(); ++i)
    if (auto number = read_number(arguments, i, fault); !number)
      return tl::unexpected(number.error());
  return agents::Fault{fault};
}

Read read_fault(const Arguments& arguments) {
  const auto& words = arguments.words;
  if (words[0] == "hook")
    return read_hook(arguments);
  if (words[0] == "agent") {
    if (words.size() != 3 || words[2] != "kill")
      return arguments.wrong(0, "write fault agent UNIT kill");
    if (auto unit = check_unit(arguments); !unit)
      return tl::unexpected(unit.error());
    return agents::Fault{agents::KillAgent{words[1]}};
  }
  if (words[0] == "daemon") {
    if (words.size() != 2 || words[1] != "crash")
      return arguments.wrong(0, "write fault daemon crash");
    return agents::Fault{agents::CrashDaemon{}};
  }
  if (words[0] == "none" && words.size() == 1)
    return agents::Fault{agents::NoFaults{}};
  return arguments.wrong(0, "unknown fault \"" + words[0] + "\""
                              + nearest_or_all(words[0], {"hook", "agent", "daemon", "none"}));
}

Outcome inject_fault(Session& session, const Arguments& arguments) {
  const auto fault = read_fault(arguments);
  if (!fault)
    return tl::unexpected(fault.error());
  const auto done = session.orchestrator->inject(*fault);
  return done ? static_cast<int>(Exit::Fine)
              : session.fail("cannot inject the fault: " + done.error());
}

} // namespace

std::vector<Verb> fault_verbs() {
  Verb verb;
  verb.name = "fault";
  verb.right = Right::Superuser;
  verb.arguments = "hook UNIT HOOK [times=N] [exit=N] | agent UNIT kill | daemon crash | none";
  verb.summary = "Make something go wrong, in an orchestrator that allows it";
  verb.examples = {"fault hook db/0 stop times=2 exit=1", "fault hook 'db/0' '*'",
                   "fault agent db/0 kill", "fault daemon crash", "fault none"};
  verb.words_min = 1;
  verb.words_max = 5;
  verb.handler = inject_fault;
  return {verb};
}

} // namespace orrery::cmd
