#include "cmd/verbs/wait_goal.hpp"

#include "cmd/views/render/suggestion.hpp"
#include "config/go_duration.hpp"

namespace orrery::cmd {

namespace {

using query::Thing;

std::string usual_query(Thing::Kind kind) {
  const char* status = kind == Thing::Kind::Model         ? R"(status=="available")"
                       : kind == Thing::Kind::Application ? R"(status=="active")"
                       : kind == Thing::Kind::Unit        ? R"(workload-status=="active")"
                                                          : R"(status=="started")";
  return std::string{R"(life=="alive" && )"} + status;
}

bool is_valid_name(const Thing& thing) {
  switch (thing.kind) {
  case Thing::Kind::Model:
    return !thing.name.empty();
  case Thing::Kind::Application:
    return store::is_application_name(thing.name);
  case Thing::Kind::Unit:
    return store::is_unit_name(thing.name);
  case Thing::Kind::Machine:
    break;
  }
  return store::parse_id(thing.name).has_value();
}

} // namespace

tl::expected<Goal, UsageError> goal_of(const Session& session, const Arguments& arguments) {
  const auto& word = arguments.words[0];
  const auto kind = query::parse_kind(word);
  if (!kind)
    return arguments.wrong(0,
                           "unknown kind \"" + word + "\""
                             + nearest_or_all(word, {"model", "application", "unit", "machine"}));
  Goal goal;
  goal.thing = {*kind, arguments.words[1]};
  if (!is_valid_name(goal.thing))
    return arguments.wrong(1, "\"" + goal.thing.name + "\" is not valid " + word
                                + (*kind == Thing::Kind::Machine ? " id" : " name"));
  goal.source = arguments.text("query").value_or(usual_query(*kind));
  goal.summary = !arguments.has("summary") || arguments.on("summary");
  goal.timeout = session.timeout;
  if (const auto text = arguments.text("timeout")) {
    const auto timeout = config::parse_go_duration(*text);
    if (!timeout || timeout->count() < 0)
      return arguments.wrong(0, "invalid value \"" + *text
                                  + "\" for flag --timeout: write a duration such as 30s or 10m0s");
    goal.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(*timeout);
  }
  return goal;
}

explain::Named decides(const Goal& goal) {
  explain::Named named;
  switch (goal.thing.kind) {
  case Thing::Kind::Model:
    named.kinds = "ghausc"; // store/keys.hpp
    break;
  case Thing::Kind::Application:
    named.applications = {goal.thing.name};
    named.with_units = named.with_states = true;
    named.kinds = "h";
    break;
  case Thing::Kind::Unit:
    named.applications = {goal.thing.name.substr(0, goal.thing.name.find('/'))};
    named.units = {goal.thing.name};
    named.kinds = "h";
    break;
  case Thing::Kind::Machine:
    named.machines = {*store::parse_id(goal.thing.name)};
    break;
  }
  return named;
}

} // namespace orrery::cmd
