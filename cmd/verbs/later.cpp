// Verbs that people who come from Juju type and that Orrery does not have yet: a clear word instead
// of "unrecognized command", and a place in the table for what will be.
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

Outcome refuse(Session& session, const Arguments&) {
  return session.fail("this verb comes with a later Orrery");
}

/// A verb of which only the words are known, and the right that it will need.
Verb later(std::string name, Right right, std::string arguments, std::string summary) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = right;
  verb.arguments = std::move(arguments);
  verb.summary = std::move(summary);
  verb.later = true;
  if (verb.name.starts_with("remove-"))
    verb.set = config::CommandSet::RemoveObject;
  verb.handler = refuse;
  return verb;
}

} // namespace

std::vector<Verb> later_verbs() {
  return {
    later("offer", Right::Admin, "APPLICATION:ENDPOINT", "Offer an endpoint to other models"),
    later("consume", Right::Write, "URL", "Use an offer of another model"),
    later("find-offers", Right::Login, "", "List offers"),
    later("offers", Right::Admin, "", "List this model's offers"),
    later("remove-offer", Right::Admin, "URL", "Withdraw an offer"),
    later("dashboard", Right::Login, "", "Open a page in a browser"),
  };
}

} // namespace orrery::cmd
