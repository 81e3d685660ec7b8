#include "actors/rules/storage_refresh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::rules {

namespace {

using store::CharmStorage;

Refusal bad_change(std::string text) {
  return {protocol::Code::BadStorage, std::move(text)};
}

std::string bound(std::uint32_t most) {
  return most == 0 ? "<unbounded>" : std::to_string(most);
}

std::string change_trouble(const std::string& name, const CharmStorage& a, const CharmStorage& b) {
  const auto changed = [&](const char* what, const std::string& from, const std::string& to) {
    return fmt::format("existing storage \"{}\" {} changed from {} to {}", name, what, from, to);
  };
  const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
  const auto word = [](bool on) { return std::string(on ? "true" : "false"); };
  const auto kind = [&](bool block) { return quoted(block ? "block" : "filesystem"); };
  if (a.block != b.block)
    return changed("type", kind(a.block), kind(b.block));
  if (a.shared != b.shared)
    return changed("shared", word(a.shared), word(b.shared));
  if (a.read_only != b.read_only)
    return changed("read-only", word(a.read_only), word(b.read_only));
  if (a.location != b.location)
    return changed("location", quoted(a.location), quoted(b.location));
  if (b.most != 0 && (a.most == 0 || b.most < a.most))
    return fmt::format("existing storage \"{}\" range contracted: max decreased from {} to {}",
                       name, bound(a.most), bound(b.most));
  if (!a.location.empty() && a.most == 1 && b.most != 1)
    return fmt::format("existing storage \"{}\" with location changed from single to multiple",
                       name);
  return {};
}

} // namespace

std::optional<Refusal> refuses_storage_of(const store::Charm& before, const store::Charm& after) {
  for (const auto& [name, storage] : before.storage) {
    const auto found = after.storage.find(name);
    if (found == after.storage.end())
      return bad_change(
        fmt::format("{} storage \"{}\" removed", storage.least > 0 ? "required" : "in-use", name));
    if (auto trouble = change_trouble(name, storage, found->second); !trouble.empty())
      return bad_change(std::move(trouble));
  }
  return std::nullopt;
}

std::vector<NewStorage> storage_of_charm(const ApplicationState& application,
                                         const OwnedStorage& owned) {
  std::vector<NewStorage> all;
  std::uint32_t room = most_storage_of_unit - std::min(most_storage_of_unit, count_of(owned));
  const auto add = [&](NewStorage more, std::uint32_t count) {
    more.count = std::min(count, room);
    room -= more.count;
    if (more.count > 0)
      all.push_back(std::move(more));
  };
  const StorageDirectives& directives = application.record.storage;
  for (const auto& [name, storage] : application.charm->storage) {
    const auto found = owned.find(name);
    const std::uint32_t now = found == owned.end() ? 0 : found->second;
    const auto directive = directives.find(name);
    NewStorage more =
      new_storage(name, storage, directive == directives.end() ? nullptr : &directive->second);
    const std::uint32_t of_new_unit = std::max(more.count, storage.least);
    add(more, storage.least - std::min(storage.least, now));
    more.if_new = true;
    add(more, now == 0 ? of_new_unit - storage.least : 0);
  }
  return all;
}

StorageDirectives storage_after(const ApplicationState& application,
                                const protocol::RefreshApplication& refresh) {
  StorageDirectives after = refresh.storage;
  after.insert(application.record.storage.begin(), application.record.storage.end());
  return after;
}

} // namespace orrery::rules
