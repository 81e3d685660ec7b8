#include "actors/rules/resources.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::rules {

std::optional<Refusal> refuses_uploads(const store::Charm& charm, const Uploads& uploads) {
  std::string unknown;
  std::size_t count = 0;
  for (const auto& [name, upload] : uploads)
    if (!charm.resources.contains(name))
      unknown += (count++ > 0 ? ", " : "") + name;
  if (count == 0)
    return std::nullopt;
  return Refusal{protocol::Code::BadOption, count == 1
                                              ? fmt::format("unrecognized resource \"{}\"", unknown)
                                              : fmt::format("unrecognized resources: {}", unknown)};
}

std::optional<Refusal>
lacks_uploads(const store::Charm& before, const store::Charm& after, const Uploads& uploads) {
  for (const auto& [name, resource] : after.resources)
    if (!before.resources.contains(name) && !uploads.contains(name))
      return Refusal{
        protocol::Code::BadOption,
        fmt::format("new resource \"{}\" was missing, please provide it via --resource", name)};
  return std::nullopt;
}

bool take_uploads(store::Resources& resources, const Uploads& uploads, store::Milliseconds now) {
  bool have_changed = false;
  for (const auto& [name, upload] : uploads) {
    store::Resource& resource = resources.all[name];
    have_changed |= resource.hash != upload.hash;
    resource = upload;
    resource.at = now;
  }
  return have_changed;
}

store::Resources resources_after(const ApplicationState& application,
                                 const protocol::RefreshApplication& wanted,
                                 store::Milliseconds now) {
  store::Resources after = application.resources;
  if (!wanted.resources.empty())
    after.owner = application.record.name;
  (void)take_uploads(after, wanted.resources, now);
  std::erase_if(after.all,
                [&](const auto& one) { return !wanted.charm.resources.contains(one.first); });
  return after;
}

bool have_other_bytes(const store::Resources& before, const store::Resources& after) {
  for (const auto& [name, resource] : after.all)
    if (const auto had = before.all.find(name);
        had == before.all.end() || had->second.hash != resource.hash)
      return true;
  return false;
}

void drop_resources(Decision& decision, const store::Resources& resources) {
  if (!resources.owner.empty())
    decision.writes.push_back(erase(resources));
}

void absorb_resources(ApplicationState& application, const Write& write) {
  if (const auto* resources = std::get_if<store::Resources>(&write.record);
      resources != nullptr && resources->owner == application.record.name && !write.deleted)
    application.resources = *resources;
}

Decision attach_resource(const ApplicationState& application,
                         const protocol::AttachResource& upload,
                         const Context& context) {
  const Uploads uploads{{upload.name, upload.resource}};
  if (const auto refusal = refuses_uploads(*application.charm, uploads))
    return refuse(refusal->code, refusal->text);
  store::Resources after = application.resources;
  after.owner = application.record.name;
  Decision decision;
  if (take_uploads(after, uploads, context.now)) {
    store::Application changed = application.record;
    ++changed.charm_changes;
    decision.writes.push_back(put(std::move(changed)));
  }
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

Decision use_resource(const UnitState& unit, const protocol::UseResource& used) {
  if (unit.record.life == store::Life::Dead)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("unit {} is dead and gets no resource", unit.record.name));
  store::Resources after = unit.holdings().resources;
  after.owner = unit.record.name;
  store::Resource& resource = after.all[used.name];
  if (resource == used.resource)
    return nothing();
  resource = used.resource;
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

} // namespace orrery::rules
