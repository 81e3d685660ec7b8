#include "cmd/verbs/explain_storage.hpp"

#include "cmd/views/explain/storage.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"

#include <optional>
#include <utility>

namespace orrery::cmd {

namespace {

/// Reads an instance with its attachment and the neighbourhood of its unit. Nothing, and an ERROR
/// is printed, if that cannot be read; without the instance if there is none.
std::optional<explain::Neighbourhood> read_storage(Session& session, const std::string& id) {
  auto own = read_named(session, {.storages = {id}});
  if (!own)
    return std::nullopt;
  const auto storage = own->storages.find(id);
  if (storage == own->storages.end() || storage->second.unit.empty())
    return explain::Neighbourhood{std::move(*own), {}};
  auto around = read_around(session, {store::EntityKind::Unit, storage->second.unit});
  if (!around)
    return std::nullopt;
  around->contents.storages.insert(*storage); // of many storages of a unit some are left out
  around->contents.attachments.merge(own->attachments);
  return around;
}

} // namespace

bool is_only_storage(Session& session, const std::string& name) {
  const auto found = read_named(session, {.units = {name}, .storages = {name}});
  return found && !found->units.contains(name) && found->storages.contains(name);
}

Outcome explain_storage(Session& session,
                        const std::string& id,
                        const explain::Options& options,
                        const Arguments& arguments) {
  const auto found = read_storage(session, id);
  if (!found)
    return Exit::Failed;
  const auto storage = found->contents.storages.find(id);
  if (storage == found->contents.storages.end())
    return session.fail("storage \"" + render::escaped(id)
                        + "\" not found: orrery storage lists what there is");
  const render::Index index(found->contents, found->omitted);
  const auto explanation = explain::explain_storage(index, storage->second, options);
  session.out(arguments.text("format").value_or("text") == "json"
                ? render::to_json(explain::to_document(explanation))
                : explain::to_text(explanation));
  return Exit::Fine;
}

} // namespace orrery::cmd
