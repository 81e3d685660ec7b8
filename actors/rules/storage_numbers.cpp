#include "actors/rules/storage_numbers.hpp"

#include "actors/rules/kept_charms.hpp"
#include "config/storage_directive.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

store::StorageAttachment new_attachment(const store::Storage& storage, const Context& context) {
  store::StorageAttachment attachment;
  attachment.storage = store::storage_id(storage);
  attachment.unit = storage.unit;
  attachment.since = context.now;
  return attachment;
}

/// Whether the charm before had a storage of that name, as far as its record is there still.
bool was_there(const ModelState& model, const std::string& charm, const std::string& storage) {
  const auto before = model.charms.find(charm);
  return before == model.charms.end() || before->second.storage.contains(storage);
}

/// ST14, ST40. @returns why not
std::optional<Refusal> attach_free(Decision& decision,
                                   const ModelState& model,
                                   const NumberStorage& wanted,
                                   const Context& context) {
  for (const std::string& id : wanted.attached) {
    const auto free = model.storages.find(id);
    if (free == model.storages.end())
      return Refusal{protocol::Code::BadStorage, // what was asked for, the unit's, is there
                     fmt::format("storage instance \"{}\" not found, or another unit has it", id)};
    store::Storage storage = free->second;
    storage.unit = wanted.unit;
    decision.writes.push_back(put(storage));
    decision.writes.push_back(put(new_attachment(storage, context)));
  }
  return std::nullopt;
}

} // namespace

std::optional<Refusal> make_storage(Decision& decision,
                                    store::Model& after,
                                    const ModelState& model,
                                    const NumberStorage& wanted,
                                    const Context& context) {
  if (auto refusal = attach_free(decision, model, wanted, context))
    return refusal;
  std::string ids;
  for (const NewStorage& more : wanted.more) {
    if (more.if_new && was_there(model, wanted.before, more.name))
      continue;
    for (std::uint32_t i = 0; i < more.count; ++i) {
      store::Storage storage;
      storage.name = more.name;
      storage.number = after.next_storage++;
      storage.turn = {context.now, context.cause};
      storage.unit = wanted.unit;
      storage.pool = config::only_storage_pool; // whatever the directive says (ST11)
      storage.size_mib = more.size_mib;
      ids += (ids.empty() ? "" : " ") + store::storage_id(storage);
      decision.writes.push_back(put(storage));
      decision.writes.push_back(put(new_attachment(storage, context)));
    }
  }
  if (wanted.tells)
    decision.created = ids;
  return std::nullopt;
}

Decision
number_storage(const ModelState& model, const NumberStorage& wanted, const Context& context) {
  store::Model after = model.record;
  Decision decision;
  if (const auto refusal = make_storage(decision, after, model, wanted, context))
    return refuse(refusal->code, refusal->text);
  if (!(after == model.record))
    decision.writes.push_back(put(std::move(after)));
  if (wanted.drops)
    erase_unused_charms(decision, model,
                        {{}, {{std::string(store::application_of(wanted.unit)), wanted.before}}});
  return decision;
}

Decision remove_free_storage(const ModelState& model, const protocol::RemoveStorage& wanted) {
  const auto free = model.storages.find(wanted.storage);
  if (free == model.storages.end())
    return refuse(protocol::Code::NotFound,
                  fmt::format("storage instance \"{}\" not found", wanted.storage));
  Decision decision;
  decision.writes.push_back(erase(free->second));
  return decision;
}

void absorb_free_storage(ModelState& model, const store::Storage& storage, bool deleted) {
  if (deleted || !storage.unit.empty())
    model.storages.erase(store::storage_id(storage));
  else
    model.storages[store::storage_id(storage)] = storage;
}

} // namespace orrery::rules
