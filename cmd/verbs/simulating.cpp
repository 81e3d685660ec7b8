#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

/// The program does this itself (cmd/simulate/command.cpp); here it comes only from inside an
/// orchestrator.
Outcome simulate(Session&, const Arguments& arguments) {
  return arguments.wrong(0, "a simulation needs no orchestrator, and would hold this one up: run "
                            "\"orrery simulate\" from a shell");
}

} // namespace

std::vector<Verb> simulate_verbs() {
  Verb verb;
  verb.name = "simulate";
  verb.right = Right::Login;
  verb.summary =
    "Run whole orchestrators in a simulated world, where much goes wrong, and look for "
    "what breaks a rule";
  verb.flags = {
    {"seed", '\0', Flag::Kind::Number, "N", "Decides all that happens; the first one of several"},
    {"seeds", '\0', Flag::Kind::Number, "N", "How many, one after the other"},
    {"steps", '\0', Flag::Kind::Number, "N", "How long each runs before all is removed"},
    {"models", '\0', Flag::Kind::Number, "N",
     "How many models the simulated process has, each with its own operator; 1 if not given"},
    {"replay", '\0', Flag::Kind::Switch, "", "Print every event, as JSON lines"},
    {"trace", '\0', Flag::Kind::Text, "FILE", "Write every event to a file"},
    {"shrink", '\0', Flag::Kind::Number, "SEED",
     "Leave out of that run all that what it finds does not need, and print the rest as a story"},
    {"play", '\0', Flag::Kind::Text, "FILE", "Play a story instead of what a seed draws"},
    {"coverage", '\0', Flag::Kind::Switch, "", "Print what has happened after which trouble"},
  };
  verb.examples = {"simulate --seed 7 --steps 5000", "simulate --seeds 100 --coverage",
                   "simulate --seed 7 --models 3", "simulate --seed 7 --replay",
                   "simulate --shrink 7 --steps 5000"};
  verb.words_max = 0;
  verb.local = true;
  verb.handler = simulate;
  return {verb};
}

} // namespace orrery::cmd
