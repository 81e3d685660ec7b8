#include "actors/rules/storage_ranges.hpp"

#include "config/storage_directive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::rules {

namespace {

using store::CharmStorage;
using store::StorageDirective;

constexpr std::uint64_t default_size_mib = 1024; // ST10

Refusal bad(std::string text) {
  return {protocol::Code::BadStorage, std::move(text)};
}

/// In decimal units, as Juju says sizes in these errors (ST12).
std::string decimal_size(std::uint64_t mib) {
  constexpr std::uint64_t bytes_of_mib = 1 << 20;
  constexpr double step = 1000;
  constexpr const char* units[] = {"MB", "GB", "TB", "PB"};
  double size = static_cast<double>(mib) * bytes_of_mib / (step * step);
  std::size_t unit = 0;
  while (size >= step && unit + 1 < std::size(units)) {
    size /= step;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, units[unit]);
}

/// ST11
std::optional<Refusal> refuses_pool(const std::string& pool) {
  const auto why = config::why_no_storage_pool(pool);
  return why ? std::optional(bad(*why)) : std::nullopt;
}

/// How a count lies outside of the range; empty if it does not.
std::string range_trouble(const CharmStorage& storage, std::uint32_t count) {
  if (storage.most == 1 && count > 1)
    return fmt::format("storage is singular, {} specified", count);
  if (count < storage.least)
    return fmt::format("{} instances required, {} specified", storage.least, count);
  if (storage.most != 0 && count > storage.most)
    return fmt::format("at most {} instances supported, {} specified", storage.most, count);
  return {};
}

std::string directive_trouble(const CharmStorage& storage, const StorageDirective& directive) {
  if (const std::string trouble = range_trouble(storage, directive.count); !trouble.empty())
    return trouble;
  if (directive.size_mib != 0 && directive.size_mib < storage.size_mib)
    return fmt::format("minimum storage size is {}, {} specified", decimal_size(storage.size_mib),
                       decimal_size(directive.size_mib));
  if (storage.block && directive.count > 0)
    return "block storage is not offered here";
  return {};
}

const StorageDirective* find(const StorageDirectives& directives, const std::string& name) {
  const auto found = directives.find(name);
  return found == directives.end() ? nullptr : &found->second;
}

/// Why a unit cannot have so many more of a storage, in Juju's words (ST38); empty if it can.
std::string growth_trouble(const GrowStorage& step,
                           const CharmStorage& storage, //
                           const std::string& name,
                           std::uint32_t more) {
  const auto found = step.owned.find(name);
  const std::uint32_t now = found == step.owned.end() ? 0 : found->second;
  if (storage.block)
    return "block storage is not offered here";
  if (storage.most == 1 && std::uint64_t{now} + more > 1)
    return "cannot attach, storage is singular";
  const std::uint64_t after = std::uint64_t{now} + more;
  if (storage.most != 0 && after > storage.most)
    return fmt::format("attaching {} storage instances brings the total to {}, exceeding the "
                       "maximum of {}",
                       more, after, storage.most);
  if (std::uint64_t{count_of(step.owned)} + more > most_storage_of_unit)
    return fmt::format("unit {} would have more than {} storage instances", step.unit,
                       most_storage_of_unit);
  return {};
}

/// Looks at one storage of several. @returns the refusal's text; empty if it can be had.
std::string add_one(const ApplicationState& application,
                    const GrowStorage& step,
                    const std::string& name,
                    const StorageDirective& given,
                    std::vector<NewStorage>& more) {
  const auto storage = application.charm->storage.find(name);
  if (storage == application.charm->storage.end())
    return fmt::format("charm storage \"{}\" not found", name);
  const StorageDirective* own = find(application.record.storage, name);
  StorageDirective directive = given;
  directive.count = std::max<std::uint32_t>(directive.count, 1);
  if (own != nullptr && directive.pool.empty())
    directive.pool = own->pool;
  if (own != nullptr && directive.size_mib == 0)
    directive.size_mib = own->size_mib;
  if (const auto refusal = refuses_pool(directive.pool))
    return refusal->text;
  if (directive.size_mib != 0 && directive.size_mib < storage->second.size_mib)
    return fmt::format("minimum storage size is {}, {} specified",
                       decimal_size(storage->second.size_mib), decimal_size(directive.size_mib));
  if (auto trouble = growth_trouble(step, storage->second, name, directive.count); !trouble.empty())
    return trouble;
  more.push_back(new_storage(name, storage->second, &directive));
  return {};
}

/// ST40: the instance's name tells which storage of the charm it is to be.
std::string attach_trouble(const ApplicationState& application, const GrowStorage& step) {
  const auto parts = store::split_unit(step.attached);
  const auto storage =
    parts ? application.charm->storage.find(parts->application) : application.charm->storage.end();
  if (storage == application.charm->storage.end())
    return fmt::format("charm {} has no storage called {}", application.charm->name,
                       parts ? parts->application : step.attached);
  return growth_trouble(step, storage->second, storage->first, 1);
}

} // namespace

NewStorage new_storage(const std::string& name,
                       const store::CharmStorage& storage,
                       const store::StorageDirective* directive) {
  NewStorage more{name, storage.least, storage.size_mib};
  if (directive != nullptr) {
    more.count = directive->count;
    more.size_mib = std::max(directive->size_mib, more.size_mib);
  }
  if (more.size_mib == 0)
    more.size_mib = default_size_mib;
  return more;
}

std::uint32_t count_of(const OwnedStorage& owned) {
  std::uint32_t sum = 0;
  for (const auto& [name, count] : owned)
    sum += count;
  return sum;
}

Decision grow_storage(const ApplicationState& application, const GrowStorage& step) {
  if (!step.leader.empty() && application.record.leader != step.leader)
    return refuse(protocol::Code::NotLeader, fmt::format("unit {} does not lead application \"{}\"",
                                                         step.leader, application.record.name));
  NumberStorage number{step.unit, {}, {}, true};
  if (!step.attached.empty()) {
    number.attached.push_back(step.attached);
    if (const auto trouble = attach_trouble(application, step); !trouble.empty())
      return refuse(
        protocol::Code::BadStorage,
        fmt::format("cannot attach storage {} to unit {}: {}", step.attached, step.unit, trouble));
  }
  for (const auto& [name, directive] : step.more)
    if (const auto trouble = add_one(application, step, name, directive, number.more);
        !trouble.empty())
      return refuse(protocol::Code::BadStorage, trouble);
  Decision decision;
  decision.visits.push_back({model(), std::move(number)});
  return decision;
}

/// ST39, ST42
Decision shrink_storage(const ApplicationState& application, const ShrinkStorage& step) {
  const auto parts = store::split_unit(step.storage);
  const auto storage =
    parts ? application.charm->storage.find(parts->application) : application.charm->storage.end();
  if (storage == application.charm->storage.end() || step.owned > storage->second.least)
    return proceed();
  const std::string why =
    storage->second.most == 1
      ? "cannot detach, storage is singular"
      : fmt::format("detaching 1 storage instance brings the total to {}, which is less than the "
                    "minimum of {}",
                    step.owned - 1, storage->second.least);
  return refuse(
    protocol::Code::BadStorage,
    fmt::format("cannot destroy storage attachment {}:{}: {}", step.storage, step.unit, why));
}

/// ST44
Decision
die_with_storage(const ApplicationState& application, const DieWith& step, const Context& context) {
  Decision decision;
  if (application.record.destroy_storage)
    for (store::Storage storage : step.storages) {
      storage.life = store::Life::Dying;
      storage.turn = {context.now, context.cause};
      decision.writes.push_back(put(std::move(storage)));
    }
  return decision;
}

std::optional<Refusal> refuses_directives(const store::Charm& charm,
                                          const StorageDirectives& directives) {
  for (const auto& [name, directive] : directives) {
    const auto storage = charm.storage.find(name);
    if (storage == charm.storage.end())
      return bad(fmt::format("charm \"{}\" has no store called \"{}\"", charm.name, name));
    if (storage->second.shared)
      return bad(fmt::format("charm \"{}\" store \"{}\": shared storage support not implemented",
                             charm.name, name));
    if (auto refusal = refuses_pool(directive.pool))
      return refusal;
    if (const auto trouble = directive_trouble(storage->second, directive); !trouble.empty())
      return bad(fmt::format("charm \"{}\" store \"{}\": {}", charm.name, name, trouble));
  }
  std::uint64_t all = 0;
  for (const auto& [name, storage] : charm.storage) {
    if (storage.shared && find(directives, name) == nullptr)
      return bad(fmt::format("no constraints specified for shared charm storage \"{}\"", name));
    if (storage.block && storage.least > 0)
      return bad(fmt::format("charm \"{}\" store \"{}\": block storage is not offered here",
                             charm.name, name));
    all += new_storage(name, storage, find(directives, name)).count;
  }
  if (all > most_storage_of_unit)
    return bad(fmt::format("charm \"{}\": a unit would have {} storage instances, and may have {}",
                           charm.name, all, most_storage_of_unit));
  return std::nullopt;
}

std::vector<NewStorage> storage_of_new_unit(const store::Charm& charm,
                                            const StorageDirectives& directives) {
  std::vector<NewStorage> all;
  for (const auto& [name, storage] : charm.storage)
    if (NewStorage more = new_storage(name, storage, find(directives, name)); more.count > 0)
      all.push_back(std::move(more));
  return all;
}

std::optional<Refusal> attach_to_new_unit(const store::Charm& charm,
                                          const std::vector<std::string>& ids,
                                          std::vector<NewStorage>& storage) {
  std::map<std::string, std::uint32_t> given;
  for (auto id = ids.begin(); id != ids.end(); ++id) {
    const auto parts = store::split_unit(*id); // one grammar
    if (!parts)
      return bad(fmt::format("invalid storage ID \"{}\"", *id));
    const auto declared = charm.storage.find(parts->application);
    if (declared == charm.storage.end())
      return bad(fmt::format("cannot attach storage {}: charm {} has no storage called {}", *id,
                             charm.name, parts->application));
    if (std::find(ids.begin(), id, *id) != id)
      return bad(fmt::format("cannot attach storage {}: it is named twice", *id));
    const std::uint32_t count = ++given[parts->application];
    const auto trouble = range_trouble(declared->second, std::max(count, declared->second.least));
    if (!trouble.empty())
      return bad(
        fmt::format("charm \"{}\" store \"{}\": {}", charm.name, declared->first, trouble));
  }
  std::uint64_t all = ids.size();
  for (NewStorage& more : storage) {
    more.count -= std::min(more.count, given[more.name]);
    all += more.count;
  }
  std::erase_if(storage, [](const NewStorage& more) { return more.count == 0; });
  if (all > most_storage_of_unit)
    return bad(fmt::format("a unit would have {} storage instances, and may have {}", all,
                           most_storage_of_unit));
  return std::nullopt;
}

void give_storage(Decision& decision, NumberStorage wanted) {
  if (!wanted.more.empty() || !wanted.attached.empty())
    decision.visits.push_back({model(), std::move(wanted)});
}

} // namespace orrery::rules
