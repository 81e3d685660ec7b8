#include "cmd/views/explain/storage.hpp"

#include "cmd/views/explain/entity.hpp"
#include "cmd/views/explain/found.hpp"
#include "cmd/views/explain/remedies.hpp"
#include "cmd/views/explain/sections.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/storage.hpp"

#include <utility>

namespace orrery::explain {

namespace {

using store::Life;

std::string title_of(const store::Storage& storage, const store::StorageAttachment* attachment) {
  std::string title = "storage " + store::storage_id(storage) + " is "
                      + render::storage_status(storage, attachment).value;
  if (storage.life != Life::Alive)
    title += ", and goes with its attachment";
  return title;
}

std::string where_its_data_lies(const store::Storage& storage) {
  return storage.placed ? "its data lies on machine " + std::to_string(storage.machine)
                        : "it has no data yet";
}

/// Says what becomes of an instance once no unit has it (ST20, ST22).
std::string then(const store::Storage& storage) {
  return storage.life == Life::Alive ? "it is kept then, for another unit"
                                     : "its data is deleted then";
}

std::vector<std::string> kept_by(const store::Storage& storage,
                                 const store::StorageAttachment* attachment) {
  if (attachment == nullptr)
    return {"no unit has it: it stays until it is removed", where_its_data_lies(storage)};
  std::string line = "its attachment to " + attachment->unit;
  if (!attachment->location.empty())
    line += ", at " + render::escaped(attachment->location);
  if (attachment->life == Life::Alive)
    return {line, where_its_data_lies(storage)};
  return {line + ", which ends: " + then(storage), where_its_data_lies(storage)};
}

/// The hook or the place that comes next; nothing where the unit has all of it.
std::vector<std::string> waits_for(const store::StorageAttachment& attachment) {
  if (attachment.life != Life::Alive)
    return {attachment.attached
              ? attachment.unit + " has not run storage-detaching for it yet"
              : attachment.unit + " has not given it back yet; storage-attached never ran for it"};
  if (attachment.location.empty())
    return {attachment.unit + " has not been given its place yet"};
  if (!attachment.attached)
    return {attachment.unit + " has not run storage-attached for it yet"};
  return {};
}

/// Ways to free it that do not need its unit, beside those that get the unit on.
void add_own_remedies(std::vector<Remedy>& remedies,
                      const store::Storage& storage,
                      const store::StorageAttachment* attachment) {
  const std::string id = store::storage_id(storage);
  if (attachment == nullptr) {
    remedies.push_back({"attach-storage UNIT " + id, "gives it to a unit"});
    remedies.push_back({"remove-storage " + id, "deletes its data"});
  } else if (attachment->life == Life::Alive) {
    remedies.push_back({"detach-storage " + id, "takes it from its unit, and keeps its data"});
  } else {
    const bool goes = storage.life != Life::Alive;
    remedies.push_back({(goes ? "remove-storage " : "detach-storage ") + id + " --force",
                        "takes it from its unit without its hook"});
  }
}

Sections sections(const StorageExplanation& explanation) {
  return {{"kept-by", &explanation.kept},
          {"waits-for", &explanation.waits},
          {"stopped-by", &explanation.obstacle}};
}

} // namespace

StorageExplanation
explain_storage(const render::Index& index, const store::Storage& storage, const Options& options) {
  StorageExplanation explanation;
  const auto* const attachment =
    render::attachment_of(index.contents(), store::storage_id(storage));
  explanation.title = title_of(storage, attachment);
  explanation.kept = kept_by(storage, attachment);
  if (attachment != nullptr)
    explanation.waits = waits_for(*attachment);
  const store::Unit* const unit =
    explanation.waits.empty() ? nullptr : find_unit(index, attachment->unit);
  if (const auto obstacle = unit == nullptr ? std::nullopt : render::unit_obstacle(index, *unit)) {
    explanation.obstacle.push_back("unit " + unit->name + ": " + render::escaped(obstacle->text));
    explanation.remedies = unit_remedies(index, *unit, *obstacle, nullptr, options);
  }
  add_own_remedies(explanation.remedies, storage, attachment);
  return explanation;
}

std::string to_text(const StorageExplanation& explanation) {
  std::string text = text_of(explanation.title, sections(explanation));
  for (const Remedy& remedy : explanation.remedies)
    text += "  → " + (remedy.command.empty() ? "" : "orrery " + remedy.command + "   ")
            + remedy.effect + "\n";
  return text;
}

render::Document to_document(const StorageExplanation& explanation) {
  auto document = render::Document::map();
  document.add("storage", explanation.title);
  add_sections(document, sections(explanation));
  auto remedies = render::Document::list();
  for (const Remedy& remedy : explanation.remedies) {
    auto one = render::Document::map();
    one.add_text("command", remedy.command).add("effect", remedy.effect);
    remedies.push(std::move(one));
  }
  document.add("remedies", std::move(remedies));
  return document;
}

} // namespace orrery::explain
