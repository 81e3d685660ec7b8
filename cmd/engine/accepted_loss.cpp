#include "cmd/engine/accepted_loss.hpp"

#include "actors/runtime/log.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/restore.hpp"
#include "store/checkpoint.hpp"
#include "store/epoch.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Whether --accept-loss would have a store forget what its witness saw. Opening does not change
/// one that has lost something.
bool has_lost(const fs::path& store) {
  store::OpenOptions options;
  options.directory = store;
  if (!backup::is_there(store / "CURRENT"))
    return false;
  const auto opened = store::Database::open(options);
  return !opened && opened.error().kind == store::StoreError::Kind::LostData;
}

std::string named_together(const std::vector<std::string>& what) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(what.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + what[i];
  return what.size() > most ? text + " and " + std::to_string(what.size() - most) + " more" : text;
}

tl::expected<UnknownData, std::string> put_aside_and_tell(const fs::path& model,
                                                          const store::Snapshot& records) {
  auto unknown = put_unknown_aside(model, records);
  if (unknown && !unknown->aside.empty())
    runtime::log("store")->warn("what the accepted store does not know was put aside{}{}",
                                runtime::field("to", unknown->aside.string()),
                                runtime::field("what", named_together(unknown->what)));
  if (unknown && !unknown->storages.empty())
    runtime::log("store")->warn("data of storage that the accepted store does not know stays{}{}",
                                runtime::field("in", (model / "storage").string()),
                                runtime::field("what", named_together(unknown->storages)));
  return unknown;
}

} // namespace

tl::expected<void, std::string> AcceptedLoss::foresee() {
  if (!accept_loss_ || !has_lost(place_.directory / "store"))
    return {};
  const auto records = store::look_into(place_.directory / "store");
  return records ? accept(**records) : tl::unexpected(records.error().text);
}

tl::expected<void, std::string> AcceptedLoss::compare(const store::Pair& pair) {
  const auto lost = store::lost_of_model(pair, place_.uuid);
  if (!lost)
    return {}; // matching says so
  before_ = *lost;
  return accept_loss_ && before_ > 0 && !accepted_ ? accept(*pair.model.snapshot())
                                                   : tl::expected<void, std::string>();
}

tl::expected<void, std::string> AcceptedLoss::make_good(const store::Pair& pair) {
  if (!backup::is_there(note_))
    return {};
  unknown_.numbers.transactions = before_;
  if (const auto begun = store::begin_epoch(pair, backup::RestoreOrder{}.jump, unknown_.numbers);
      !begun)
    return tl::unexpected(begun.error().text);
  if (::unlink(note_.c_str()) != 0)
    return tl::unexpected("cannot remove " + note_.string() + ": "
                          + std::generic_category().message(errno));
  runtime::log("store")->warn("an epoch begins, so that no number is given twice{}",
                              runtime::field("model", place_.uuid));
  return {};
}

tl::expected<void, std::string> AcceptedLoss::accept(const store::Snapshot& records) {
  auto unknown = put_aside_and_tell(place_.directory, records);
  if (!unknown)
    return tl::unexpected(unknown.error());
  unknown_ = std::move(*unknown);
  accepted_ = true;
  return backup::write_note(note_, "an epoch is to begin\n");
}

} // namespace orrery::cmd
