#include "store/violations.hpp"

#include <algorithm>

namespace orrery::store {

namespace {

bool is_anybody(const Contents& contents, const std::string& name) {
  return contents.units.contains(name) || contents.applications.contains(name);
}

/// Revisions that are kept go up, and each number has been given (SE38).
void check_numbers(const Secret& secret, Violations& violations) {
  if (secret.revisions.empty()) {
    violations.say("secret ", secret.id, " has no revision: it should have been removed (SE27)");
    return;
  }
  std::uint32_t before = 0;
  for (const SecretRevisionSeen& seen : secret.revisions) {
    if (seen.number <= before)
      violations.say("secret ", secret.id, " has revision ", seen.number, " after ", before,
                     " (SE38)");
    before = seen.number;
  }
  if (before > secret.newest)
    violations.say("secret ", secret.id, " has revision ", before,
                   ", which it has yet to give: ", secret.newest, " is the newest (SE38)");
}

/// Labels of owners, by whose they are: an application and its units share them (SE29).
class Labels {
public:
  void check(const Secret& secret, Violations& violations) {
    if (secret.label.empty())
      return;
    const std::string application(owning_application(secret.owner));
    auto& holders = holders_[{application, secret.label}];
    for (const Secret* other : holders)
      if (other->owner == secret.owner || other->owner == application
          || secret.owner == application)
        violations.say("secrets ", other->id, " and ", secret.id, " of ",
                       application.empty() ? "the user" : application,
                       " have the same label (SE29)");
    holders.push_back(&secret);
  }

private:
  std::map<std::pair<std::string, std::string>, std::vector<const Secret*>> holders_;
};

void check_consumer(const Contents& contents,
                    const SecretConsumer& consumer,
                    Violations& violations) {
  const auto secret = contents.secrets.find(consumer.secret);
  if (secret == contents.secrets.end()) {
    violations.say("unit ", consumer.unit, " reads secret ", consumer.secret,
                   ", which does not exist (SE37)");
    return;
  }
  if (consumer.owner != secret->second.owner)
    violations.say("unit ", consumer.unit, " reads secret ", consumer.secret, " of '",
                   consumer.owner, "', and it is of '", secret->second.owner, "'");
  if (!contents.units.contains(consumer.unit))
    violations.say("unit ", consumer.unit, " reads secret ", consumer.secret,
                   " and does not exist (SE36)");
  if (consumer.revision == 0 || consumer.revision > secret->second.newest)
    violations.say("unit ", consumer.unit, " reads revision ", consumer.revision, " of secret ",
                   consumer.secret, ", which has never had it (SE20)");
}

/// A grant in a relation's scope is of one of its applications, and goes with it (SE34).
void check_grant_scope(const Contents& contents, const SecretGrant& grant, Violations& violations) {
  const auto relation = contents.relations.find(grant.relation);
  if (relation == contents.relations.end()) {
    violations.say("secret ", grant.secret, " is granted to ", grant.subject, " over relation ",
                   grant.relation, ", which does not exist (SE34)");
    return;
  }
  const auto& ends = relation->second.ends;
  for (const std::string_view side :
       {std::string_view(grant.subject), std::string_view(grant.owner)})
    if (std::none_of(ends.begin(), ends.end(), [&](const RelationEnd& end) {
          return end.application == owning_application(side);
        }))
      violations.say("secret ", grant.secret, " is granted to ", grant.subject, " over ",
                     name_of(relation->second), ", in which ", side, " has no part (SE25)");
}

void check_grant(const Contents& contents, const SecretGrant& grant, Violations& violations) {
  const auto secret = contents.secrets.find(grant.secret);
  if (secret == contents.secrets.end()) {
    violations.say("secret ", grant.secret, " is granted to ", grant.subject,
                   " and does not exist (SE37)");
    return;
  }
  if (grant.owner != secret->second.owner)
    violations.say("secret ", grant.secret, " is granted to ", grant.subject, " as one of '",
                   grant.owner, "', and it is of '", secret->second.owner, "'");
  if (!is_anybody(contents, grant.subject))
    violations.say("secret ", grant.secret, " is granted to ", grant.subject,
                   ", which does not exist (SE36)");
  if (grant.in_relation == grant.owner.empty())
    violations.say("secret ", grant.secret, " is granted to ", grant.subject,
                   grant.in_relation ? " over a relation, and it is the user's (SE56)"
                                     : " over no relation, and it is a charm's (SE25)");
  else if (grant.in_relation)
    check_grant_scope(contents, grant, violations);
}

} // namespace

void check_secrets(const Contents& contents, Violations& violations) {
  Labels labels;
  for (const auto& [id, secret] : contents.secrets) {
    if (!secret.owner.empty() && !is_anybody(contents, secret.owner))
      violations.say("secret ", id, " is of ", secret.owner, ", which does not exist (SE37)");
    check_numbers(secret, violations);
    labels.check(secret, violations);
  }
  for (const auto& [key, consumer] : contents.secret_consumers)
    check_consumer(contents, consumer, violations);
  for (const auto& [key, grant] : contents.secret_grants)
    check_grant(contents, grant, violations);
}

} // namespace orrery::store
