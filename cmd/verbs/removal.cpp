#include "cmd/verbs/removal.hpp"

#include "config/quantity.hpp"

#include <algorithm>

namespace orrery::cmd {

std::optional<std::string> what_blocks(Session& session, const explain::Subject& subject) {
  const auto found = read_around(session, subject);
  if (!found)
    return std::nullopt;
  const render::Index index(found->contents, found->omitted);
  return render::reason(index, subject.kind, subject.name);
}

void tell_what_blocks(Session& session, const explain::Subject& subject, const std::string& shown) {
  if (const auto why = what_blocks(session, subject))
    session.out(shown + " is being removed already" + (why->empty() ? std::string{} : ": " + *why)
                + "\n");
}

void StorageOfUnits::read() {
  was_read_ = true;
  const auto contents = read_named(session_, {.kinds = "d"});
  if (!contents)
    return;
  for (const auto& [id, storage] : contents->storages)
    if (!storage.unit.empty() && storage.placed) // else it has no data, and goes with its unit
      by_unit_[storage.unit].push_back(id);
}

std::string StorageOfUnits::tell(const std::set<std::string>& units, bool destroyed) {
  if (!was_read_)
    read();
  std::vector<std::string> ids;
  for (const std::string& unit : units)
    if (const auto found = by_unit_.find(unit); found != by_unit_.end())
      ids.insert(ids.end(), found->second.begin(), found->second.end());
  std::sort(ids.begin(), ids.end(), store::natural_less);
  std::string text;
  for (const std::string& id : ids)
    text += std::string("- will ") + (destroyed ? "remove" : "detach") + " storage " + id + "\n";
  return text;
}

std::vector<Flag> removal_flags() {
  return {
    {"force", '\0', Flag::Kind::Switch, "", "Go past failing hooks, dead agents and lost machines"},
    {"max-wait", '\0', Flag::Kind::Text, "DURATION",
     "With --force: first give the orderly way so long, default 1m"},
    {"no-wait", '\0', Flag::Kind::Switch, "", "With --force: at once"},
    {"skip-failed-hooks", '\0', Flag::Kind::Switch, "",
     "Count failing teardown hooks as done, force nothing else"},
  };
}

tl::expected<protocol::Removal, std::string> removal_of(const Arguments& arguments) {
  protocol::Removal how;
  how.force = arguments.on("force");
  how.skip_failed_hooks = arguments.on("skip-failed-hooks");
  how.destroy_storage = arguments.on("destroy-storage"); // of units and applications
  const auto wait = arguments.text("max-wait");
  if (!how.force && (wait || arguments.on("no-wait")))
    return tl::unexpected(std::string{"--max-wait and --no-wait go with --force"});
  if (wait) {
    const auto duration = config::parse_duration(*wait);
    if (!duration)
      return tl::unexpected("--max-wait \"" + *wait + "\" is no duration: write e.g. 30s or 5m");
    how.max_wait = duration->count();
  }
  if (arguments.on("no-wait"))
    how.max_wait = 0;
  return how;
}

} // namespace orrery::cmd
