#include "cmd/commands/commands.hpp"
#include "store/invariants.hpp"

namespace orrery::cmd {

namespace {

Outcome check(Session& session, const Arguments& arguments) {
  if (!arguments.words.empty() && arguments.words[0] != "invariants")
    return arguments.wrong(0, "cannot check \"" + arguments.words[0]
                                + "\": write check, or check invariants");
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  const auto broken = store::broken_invariants(*contents);
  for (const auto& sentence : broken)
    session.out(sentence + "\n");
  if (!broken.empty())
    return session.fail(std::to_string(broken.size()) + " invariants do not hold");
  session.out("all invariants hold: " + std::to_string(contents->applications.size())
              + " applications, " + std::to_string(contents->units.size()) + " units, "
              + std::to_string(contents->machines.size()) + " machines, "
              + std::to_string(contents->relations.size())
              + " relations at seq=" + std::to_string(contents->sequence) + "\n");
  return Exit::Fine;
}

} // namespace

std::vector<Verb> check_verbs() {
  Verb verb;
  verb.name = "check";
  verb.arguments = "[invariants]";
  verb.summary = "Check that all records agree with each other";
  verb.examples = {"check"};
  verb.words_max = 1;
  verb.handler = check;
  return {verb};
}

} // namespace orrery::cmd
