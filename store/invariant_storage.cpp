#include "store/violations.hpp"

namespace orrery::store {

namespace {

void check_instance(const Contents& contents,
                    const std::string& id,
                    const Storage& storage,
                    Violations& violations) {
  if (storage.number >= contents.model.next_storage)
    violations.say("storage ", id, " has a number that the model has yet to give (ST15)");
  const auto attachment = contents.attachments.find(id);
  const bool is_attached = attachment != contents.attachments.end();
  if (storage.unit.empty() && is_attached)
    violations.say("storage ", id, " is attached to ", attachment->second.unit,
                   " and says that no unit has it (ST16)");
  if (!storage.unit.empty() && !is_attached)
    violations.say("storage ", id, " is of unit ", storage.unit,
                   " and is not attached to it (ST19)");
  if (!storage.unit.empty() && is_attached && storage.unit != attachment->second.unit)
    violations.say("storage ", id, " is of unit ", storage.unit, " and is attached to ",
                   attachment->second.unit, " (ST16)");
}

} // namespace

void check_storage(const Contents& contents, Violations& violations) {
  for (const auto& [id, storage] : contents.storages)
    check_instance(contents, id, storage, violations);
  for (const auto& [id, attachment] : contents.attachments) {
    if (!contents.storages.contains(id))
      violations.say("storage ", id, " is attached to ", attachment.unit, " and does not exist");
    if (attachment.attached && attachment.location.empty())
      violations.say("storage ", id, " is attached to unit ", attachment.unit,
                     " at no place (ST22)");
    const auto unit = contents.units.find(attachment.unit);
    if (unit == contents.units.end()) {
      violations.say("storage ", id, " is attached to unit ", attachment.unit,
                     ", which does not exist (ST16)");
      continue;
    }
    if (unit->second.life == Life::Dead)
      violations.say("unit ", attachment.unit, " is Dead and still has storage ", id, " (ST16)");
    if (unit->second.life == Life::Dying && attachment.life == Life::Alive)
      violations.say("unit ", attachment.unit, " is Dying, and its hold on storage ", id,
                     " is not (ST25)");
  }
}

} // namespace orrery::store
