// Copies files from and to units and machines. The client's program does it, with two programs of
// ssh or of its own host (cmd/engine/copy_files.hpp): here are its words only.
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

/// Refuses: a console or an orchestrator was asked.
Outcome scp(Session& session, const Arguments&) {
  return session.fail("scp reads and writes files of whoever types it: type it on a command line");
}

} // namespace

std::vector<Verb> scp_verbs() {
  Verb verb;
  verb.name = "scp";
  verb.right = Right::Admin;
  verb.arguments = "FROM... TO";
  verb.summary = "Copy files from and to units and machines";
  verb.more =
    "  FROM and TO are files, or UNIT:PATH, where UNIT is as in ssh. A path that does not\n"
    "  begin with / is below the unit's directory, the home of its user.\n";
  verb.flags = {
    {"recursive", 'r', Flag::Kind::Switch, "", "Copy directories, with what they hold"},
    {"preserve", 'p', Flag::Kind::Switch, "", "Keep modes and times"},
    {"no-host-key-checks", '\0', Flag::Kind::Switch, "", "Nothing is checked: there is no key"},
    {"proxy", '\0', Flag::Kind::Switch, "", "Nothing is in between"},
    {"remote", '\0', Flag::Kind::Switch, "", "Of Kubernetes", true},
    {"container", '\0', Flag::Kind::Text, "NAME", "Of Kubernetes", true},
  };
  verb.examples = {"scp db/0:/var/log/db.log .", "scp -r ./site web/leader:site",
                   "scp -- -p db/0:dump db/1:dump"};
  verb.handler = scp;
  return {verb};
}

} // namespace orrery::cmd
