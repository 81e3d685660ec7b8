#include "cmd/simulate/secret_calls.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

namespace orrery::simulate {

namespace {

using Call = std::vector<std::string>;
using Calls = std::vector<Call>;

/// More are not added by hooks.
constexpr std::size_t most_secrets = 24;

std::string variable_of(const hooks::HookJob& job, const char* name) {
  const auto found = job.environment.find(name);
  return found == job.environment.end() ? "" : found->second;
}

std::string drawn_content(Random& luck) {
  return fmt::format("password={}", luck.below(1000));
}

/// Draws the calls of one program.
class Drawn {
public:
  Drawn(const hooks::HookJob& job, const store::Contents& contents, Random& luck)
    : job_(job), contents_(contents), luck_(luck), application_(store::application_of(job.unit)) {}

  Calls any() {
    const std::optional<std::string> own = own_secret();
    switch (luck_.below(10)) {
    case 0:
    case 1:
      return contents_.secrets.size() < most_secrets ? Calls{add()} : Calls{};
    case 2:
      return own ? Calls{set(with_reader(*own))} : Calls{{"secret-ids"}};
    case 3:
    case 4:
      return own ? grant(*own) : Calls{};
    case 5:
      return own ? revoke(*own) : Calls{};
    case 6:
      return own ? Calls{remove(*own)} : Calls{};
    default:
      return read();
    }
  }

  /// Draws a change that the model refuses, where there is one: of another's secret (SE9), or of a
  /// label that is taken (SE29).
  Calls refused() {
    for (const auto& [id, secret] : contents_.secrets)
      if (secret.owner != job_.unit && secret.owner != application_)
        return {{"secret-set", id, drawn_content(luck_)}};
    for (const auto& [id, secret] : contents_.secrets)
      if (!secret.label.empty() && store::owning_application(secret.owner) == application_)
        return {{"secret-add", drawn_content(luck_), "--owner", "unit", "--label", secret.label}};
    return any();
  }

private:
  /// Finds one of the unit, or of its application, which the unit may not manage.
  std::optional<std::string> own_secret() {
    std::vector<std::string> ids;
    for (const auto& [id, secret] : contents_.secrets)
      if (secret.owner == job_.unit || secret.owner == application_)
        ids.push_back(id);
    return ids.empty() ? std::nullopt : std::optional(luck_.any(ids));
  }

  /// Finds one that somebody has read, mostly: who has is told of what is new.
  std::string with_reader(const std::string& otherwise) {
    std::vector<std::string> ids;
    for (const auto& [key, reader] : contents_.secret_consumers)
      if (reader.owner == job_.unit || reader.owner == application_)
        ids.push_back(reader.secret);
    return ids.empty() || luck_.one_in(3) ? otherwise : luck_.any(ids);
  }

  void add_times(Call& call) {
    static const std::array<std::string, 4> rotations{"hourly", "hourly", "daily", "never"};
    static const std::array<std::string, 4> expiries{"1s", "90s", "20m", "3h"};
    if (luck_.one_in(2))
      call.insert(call.end(), {"--rotate", luck_.any(rotations)});
    if (luck_.one_in(3))
      call.insert(call.end(), {"--expire", luck_.any(expiries)});
  }

  Call add() {
    Call call{"secret-add", drawn_content(luck_), "--owner",
              luck_.one_in(2) ? "unit" : "application"};
    if (luck_.one_in(3))
      call.insert(call.end(), {"--label", fmt::format("label-{}", luck_.below(4))});
    add_times(call);
    return call;
  }

  Call set(const std::string& id) {
    Call call{"secret-set", id};
    if (!luck_.one_in(4))
      call.push_back(drawn_content(luck_));
    add_times(call);
    return call;
  }

  /// A relation of the application, and what stands at its other end.
  struct Other {
    std::string relation; ///< `db:7`
    std::string application;
  };

  std::optional<Other> other_end() {
    std::vector<Other> all;
    for (const auto& [id, relation] : contents_.relations)
      for (const store::RelationEnd& end : relation.ends)
        if (end.application == application_)
          all.push_back({fmt::format("{}:{}", end.endpoint, id),
                         relation.ends.front().application == application_
                           ? relation.ends.back().application
                           : relation.ends.front().application});
    return all.empty() ? std::nullopt : std::optional(luck_.any(all));
  }

  std::string unit_of(const std::string& application) {
    std::vector<std::string> units;
    for (const auto& [name, unit] : contents_.units)
      if (unit.application == application)
        units.push_back(name);
    return units.empty() ? application + "/0" : luck_.any(units);
  }

  Calls grant(const std::string& id) {
    const std::optional<Other> other = other_end();
    if (!other)
      return {};
    Call call{"secret-grant", id, "-r", other->relation};
    if (luck_.one_in(3))
      call.insert(call.end(), {"--unit", unit_of(other->application)});
    return {call};
  }

  /// Takes back what somebody has, mostly.
  Calls revoke(const std::string& id) {
    std::vector<std::string> holders;
    for (const auto& [key, grant] : contents_.secret_grants)
      if (grant.secret == id)
        holders.push_back(grant.subject);
    const std::optional<Other> other = other_end();
    if (holders.empty() && !other)
      return {};
    const std::string whose = holders.empty() ? other->application : luck_.any(holders);
    return {
      {"secret-revoke", id, whose.find('/') == std::string::npos ? "--app" : "--unit", whose}};
  }

  Call remove(const std::string& id) {
    const store::Secret& secret = contents_.secrets.at(id);
    if (luck_.one_in(3))
      return {"secret-remove", id};
    return {"secret-remove", id, "--revision", std::to_string(secret.revisions.front().number)};
  }

  /// Mostly one that somebody has granted to the unit.
  std::string readable_secret() {
    std::vector<std::string> granted;
    for (const auto& [key, grant] : contents_.secret_grants)
      if (grant.subject == job_.unit || grant.subject == application_)
        granted.push_back(grant.secret);
    if (!granted.empty() && !luck_.one_in(4))
      return luck_.any(granted);
    const auto any = static_cast<std::ptrdiff_t>(luck_.below(contents_.secrets.size()));
    return std::next(contents_.secrets.begin(), any)->first;
  }

  /// Whether the unit may read it is the model's to say.
  Calls read() {
    if (contents_.secrets.empty())
      return {{"secret-ids"}};
    const std::string id = readable_secret();
    switch (luck_.below(6)) {
    case 0:
      return {{"secret-get", id, "--peek"}};
    case 1:
      return {{"secret-get", id, "--refresh"}};
    case 2:
      return {{"secret-get", id, "--label", fmt::format("seen-{}", luck_.below(4))}};
    case 3:
      return {{"secret-info-get", id}};
    default:
      return {{"secret-get", id}};
    }
  }

  const hooks::HookJob& job_;
  const store::Contents& contents_;
  Random& luck_;
  std::string application_;
};

} // namespace

std::vector<std::vector<std::string>> secret_calls(const hooks::HookJob& job,
                                                   const store::Contents& contents,
                                                   Random& luck,
                                                   std::size_t one_in) {
  if (job.unit.empty())
    return {};
  const std::string id = variable_of(job, "JUJU_SECRET_ID");
  if (job.hook == "secret-changed")
    return {{"secret-get", id, "--refresh"}};
  if (job.hook == "secret-rotate") // one in four does not do what it is for
    return luck.one_in(4) ? Calls{} : Calls{{"secret-set", id, drawn_content(luck)}};
  if (job.hook == "secret-expired" || job.hook == "secret-remove")
    return {{"secret-remove", id, "--revision", variable_of(job, "JUJU_SECRET_REVISION")}};
  constexpr std::uint64_t one_refused_in = 4; // commands
  if (one_in != 0 && job.command && job.task % one_refused_in == 0)
    return Drawn(job, contents, luck).refused();
  return luck.one_in(one_in) ? Drawn(job, contents, luck).any() : Calls{};
}

} // namespace orrery::simulate
