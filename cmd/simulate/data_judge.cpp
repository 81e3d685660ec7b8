#include "cmd/simulate/data_judge.hpp"

#include <fmt/format.h>

namespace orrery::simulate {

namespace {

std::string word_for_unit(const std::string& unit) {
  return "unit " + unit;
}

std::string word_for_application(const std::string& application) {
  return "application " + application;
}

/// Returns whose data a command says is to go; empty if it says so of none.
std::string whose_data(const protocol::Command& command) {
  if (const auto* removed = std::get_if<protocol::RemoveStorage>(&command))
    return removed->storage;
  if (const auto* unit = std::get_if<protocol::RemoveUnit>(&command))
    return unit->how.destroy_storage ? word_for_unit(unit->unit) : "";
  if (const auto* all = std::get_if<protocol::RemoveApplication>(&command))
    return all->how.destroy_storage ? word_for_application(all->application) : "";
  return {};
}

} // namespace

void DataJudge::asked(std::uint64_t ticket, const protocol::Command& command) {
  const std::string word = whose_data(command);
  if (word.empty())
    return;
  words_.insert(word);
  open_.emplace(ticket, word);
}

void DataJudge::answered(const protocol::Answer& answer) {
  const auto asked = open_.extract(answer.ticket);
  if (!asked || answer.ok())
    return;
  if (const auto word = words_.find(asked.mapped()); word != words_.end())
    words_.erase(word);
}

bool DataJudge::has_word_for(const std::string& id, const store::Storage& storage) const {
  return words_.contains(id) || words_.contains(word_for_unit(storage.unit))
         || words_.contains(word_for_application(std::string(store::application_of(storage.unit))));
}

void DataJudge::applied(const Applied& transaction) {
  for (const rules::Write& write : transaction.writes)
    if (const auto* storage = std::get_if<store::Storage>(&write.record))
      storage_written(*storage, write.deleted, transaction.cause);
    else if (const auto* application = std::get_if<store::Application>(&write.record);
             application != nullptr && write.deleted)
      words_.erase(word_for_application(application->name)); // the name may come again
}

void DataJudge::storage_written(const store::Storage& now, bool deleted, const std::string& cause) {
  const std::string id = store::storage_id(now);
  const auto& all = ledger_.contents().storages;
  const auto before = all.find(id);
  if (before == all.end()) {
    if (!deleted && now.number < ledger_.contents().model.next_storage)
      findings_.add(fmt::format("storage {} gets a number that was given before (ST15)", id));
    return;
  }
  const store::Storage& then = before->second;
  const bool is_to_go =
    then.life == store::Life::Alive && then.placed && (deleted || now.life != store::Life::Alive);
  if (is_to_go && !has_word_for(id, then))
    findings_.add(
      fmt::format("the data of storage {} is to go by {}, and nobody said so (ST19)", id, cause));
  if (!deleted && then.life != store::Life::Alive && now.unit.empty())
    findings_.add(fmt::format("storage {} is Dying, and stays when its unit lets go (ST20)", id));
}

/// An agent destroys data before the model forgets the storage, and the provisioner afterwards.
void DataJudge::provided(const protocol::ProviderTask& task) {
  const auto* left = std::get_if<protocol::LeaveStorage>(&task);
  if (left == nullptr || !left->storage.destroy)
    return;
  const auto& all = ledger_.contents().storages;
  const auto found = all.find(left->storage.storage);
  if (found != all.end() && found->second.life == store::Life::Alive)
    findings_.add(fmt::format("the data of storage {} is destroyed, and it is to stay (ST19)",
                              left->storage.storage));
}

void DataJudge::judge_rest() {
  for (const auto& [id, storage] : ledger_.contents().storages)
    if (storage.placed && storage.life == store::Life::Alive && !has_data_(id))
      findings_.add(fmt::format("all rests, and the data of storage {} is gone (ST19)", id));
}

} // namespace orrery::simulate
