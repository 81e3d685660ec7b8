#include "cmd/simulate/storage_lives.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string_view>

namespace orrery::simulate {

namespace {

/// Parts of an instance that tell its life: its record and its attachment, as far as it has any.
struct Known {
  bool is_there = false;
  std::optional<store::Life> attachment;

  [[nodiscard]] std::string_view word() const {
    if (!is_there)
      return "none";
    if (!attachment)
      return "free";
    return *attachment == store::Life::Alive ? "held" : "leaving";
  }
};

Known known_before(const store::Contents& contents, const std::string& id) {
  Known known;
  known.is_there = contents.storages.contains(id);
  if (const auto held = contents.attachments.find(id); held != contents.attachments.end())
    known.attachment = held->second.life;
  return known;
}

} // namespace

std::vector<std::string> storage_lives(const Applied& transaction,
                                       const store::Contents& contents) {
  std::map<std::string, Known> after;
  const auto known = [&](const std::string& id) -> Known& {
    return after.try_emplace(id, known_before(contents, id)).first->second;
  };
  for (const rules::Write& write : transaction.writes)
    if (const auto* storage = std::get_if<store::Storage>(&write.record))
      known(store::storage_id(*storage)).is_there = !write.deleted;
    else if (const auto* held = std::get_if<store::StorageAttachment>(&write.record))
      known(held->storage).attachment =
        write.deleted ? std::nullopt : std::optional<store::Life>(held->life);
  std::vector<std::string> lives;
  for (const auto& [id, now] : after)
    if (const Known before = known_before(contents, id); before.word() != now.word())
      lives.push_back(
        fmt::format("storage {} -> {} by {}", before.word(), now.word(), transaction.cause));
  return lives;
}

} // namespace orrery::simulate
