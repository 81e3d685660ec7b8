#include "cmd/simulate/secret_lives.hpp"

#include "actors/workflow/secret_steps.hpp"

#include <fmt/format.h>

#include <set>

namespace orrery::simulate {

namespace {

std::string_view kind_of_owner(const std::string& owner) {
  if (owner.empty())
    return "the user";
  return owner.find('/') == std::string::npos ? "an application" : "a unit";
}

/// Takes a write for what it means; empty: nothing that is counted.
class Meaning {
public:
  explicit Meaning(const store::Contents& contents) : contents_(contents) {}

  std::string operator()(const store::Secret& now, const rules::Write& write) const {
    const auto before = contents_.secrets.find(now.id);
    if (write.deleted || before == contents_.secrets.end())
      return of(now.owner, write.deleted ? "removed" : "added");
    if (now.newest != before->second.newest)
      return of(now.owner, "changed");
    return now.revisions.size() < before->second.revisions.size() ? of(now.owner, "pruned") : "";
  }
  std::string operator()(const store::SecretConsumer& now, const rules::Write& write) const {
    return write.deleted ? of(now.owner, "forgotten")
                         : of(now.owner, is_known(now) ? "read anew" : "read");
  }
  std::string operator()(const store::SecretGrant& now, const rules::Write& write) const {
    return of(now.owner, write.deleted ? "not granted any more" : "granted");
  }
  std::string operator()(const store::SecretHook& now, const rules::Write& write) const {
    if (now.who.empty())
      return {};
    return fmt::format("{} {}", agents::secret_hook_name(now.kind),
                       write.deleted ? "done or void" : "asked for");
  }
  template <class Record>
  std::string operator()(const Record&, const rules::Write&) const {
    return {};
  }

private:
  [[nodiscard]] bool is_known(const store::SecretConsumer& now) const {
    return contents_.secret_consumers.contains({now.unit, now.secret});
  }
  static std::string of(const std::string& owner, std::string_view what) {
    return fmt::format("secret of {} {}", kind_of_owner(owner), what);
  }

  const store::Contents& contents_;
};

} // namespace

std::vector<std::string> secret_lives(const Applied& transaction, const store::Contents& contents) {
  const Meaning meaning(contents);
  std::set<std::string> lives;
  for (const rules::Write& write : transaction.writes) {
    const std::string what =
      std::visit([&](const auto& record) { return meaning(record, write); }, write.record);
    if (!what.empty())
      lives.insert(fmt::format("{} by {}", what, transaction.cause));
  }
  return {lives.begin(), lives.end()};
}

} // namespace orrery::simulate
