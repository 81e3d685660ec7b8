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
  verb.handler = refuse;
  return verb;
}

Verb with_flags(Verb verb, std::vector<Flag> flags) {
  verb.flags = std::move(flags);
  return verb;
}

constexpr auto on_off = Flag::Kind::Switch;
constexpr auto text_flag = Flag::Kind::Text;

std::vector<Verb> of_models() {
  return {
    with_flags(later("add-model", Right::Login, "MODEL", "Add a model"),
               {{"config", '\0', text_flag, "KEY=VALUE|FILE", "Options of the model"}}),
    with_flags(
      later("destroy-model", Right::Admin, "MODEL", "Remove a model with all that is in it"),
      {{"force", '\0', on_off, "", "Past what fails"},
       {"destroy-storage", '\0', on_off, "", "Destroy its storage"},
       {"timeout", 't', text_flag, "DURATION", "How long to wait"}}),
    later("model-defaults", Right::Login, "[KEY]", "Show or set what models to come begin with"),
  };
}

std::vector<Verb> of_applications() {
  return {
    later("attach-resource", Right::Write, "APPLICATION NAME=FILE", "Give a charm a file"),
    later("resources", Right::Read, "APPLICATION", "List the files of a charm"),
  };
}

std::vector<Verb> of_the_rest() {
  return {
    later("storage", Right::Read, "", "List storage"),
    later("add-storage", Right::Write, "UNIT NAME", "Add storage to a unit"),
    later("attach-storage", Right::Write, "UNIT STORAGE...", "Attach storage to a unit"),
    later("detach-storage", Right::Write, "STORAGE...", "Detach storage"),
    later("remove-storage", Right::Write, "STORAGE...", "Remove storage"),
    later("offer", Right::Admin, "APPLICATION:ENDPOINT", "Offer an endpoint to other models"),
    later("consume", Right::Write, "URL", "Use an offer of another model"),
    later("find-offers", Right::Login, "", "List offers"),
    later("offers", Right::Admin, "", "List this model's offers"),
    later("remove-offer", Right::Admin, "URL", "Withdraw an offer"),
    later("dashboard", Right::Login, "", "Open a page in a browser"),
  };
}

} // namespace

std::vector<Verb> later_verbs() {
  std::vector<Verb> all;
  for (auto* group : {of_models, of_applications, of_the_rest})
    for (auto& verb : group())
      all.push_back(std::move(verb));
  return all;
}

} // namespace orrery::cmd
