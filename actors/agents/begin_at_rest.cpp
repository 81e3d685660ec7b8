#include "actors/agents/begin_at_rest.hpp"

#include "actors/agents/resting.hpp"
#include "actors/agents/seen_at_start.hpp"

#include <set>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

namespace {

void scan(const store::Snapshot& notes,
          const std::string& prefix,
          const std::function<void(std::string_view key, std::string_view value)>& see) {
  const auto scanned = notes.scan(prefix, [&see](std::string_view key, std::string_view value) {
    see(key, value);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
}

/// Goes through all notes once; those of a unit lie side by side.
class Beginning {
public:
  Beginning(AgentServices& services, const store::Contents& contents)
    : services_(services), contents_(contents), seen_(contents),
      stay_(services.settings.idle_agents) {}

  void begin() {
    const auto notes = services_.notes->snapshot();
    scan(*notes, "d ", [this](std::string_view key, std::string_view) { // `d HOLDER UNIT`
      const std::string_view holder = key.substr(2, key.find(' ', 2) - 2);
      if (holder.find('/') != std::string_view::npos)
        principals_.emplace(holder);
    });
    scan(*notes, "l", [this](std::string_view key, std::string_view value) {
      if (const std::string_view unit = key.substr(1, key.find(':') - 1); unit != local_.unit)
        judge(std::exchange(local_, of(unit)));
      if (!read_local(local_, key, value))
        unreadable_.emplace(local_.unit);
    });
    judge(local_);
  }

private:
  static UnitLocal of(std::string_view unit) {
    UnitLocal local;
    local.unit = unit;
    return local;
  }

  void judge(const UnitLocal& local) {
    const auto unit = contents_.units.find(local.unit);
    if (unit == contents_.units.end() || principals_.contains(local.unit)
        || unreadable_.contains(local.unit) || !may_rest_now(unit->second, local))
      return;
    if (stay_ > 0) {
      --stay_;
      return;
    }
    services_.roster.begin_at_rest(local.unit, unit->second.principal.empty()
                                                 ? Roster::machine(unit->second.machine)
                                                 : unit->second.principal);
  }

  [[nodiscard]] bool may_rest_now(const store::Unit& unit, const UnitLocal& local) const {
    const config::RetryPolicy& policy = services_.settings.retry;
    const auto status = contents_.statuses.find(unit.name);
    if (status == contents_.statuses.end() || !has_said_all(local, status->second, policy))
      return false;
    const auto remote = seen_.by(unit);
    return remote && may_rest(local, *remote, policy);
  }

  AgentServices& services_;
  const store::Contents& contents_;
  SeenAtStart seen_;
  std::size_t stay_;
  std::set<std::string, std::less<>> principals_; ///< Who has deployed subordinates.
  std::set<std::string> unreadable_;              ///< Whose agents begin, and say it.
  UnitLocal local_;                               ///< Whose notes are being read.
};

} // namespace

void begin_at_rest(AgentServices& services, const store::Contents& contents) {
  Beginning(services, contents).begin();
}

} // namespace orrery::agents
