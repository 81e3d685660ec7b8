#include "store/witnessed.hpp"

namespace orrery::store {

using Kind = StoreError::Kind;

tl::unexpected<StoreError> refuse(Kind kind, const OpenOptions& options, const std::string& text) {
  return tl::unexpected(StoreError{kind, "store " + options.directory.string() + ": " + text});
}

tl::expected<void, StoreError> compare_ids(const Witness::Testimony& testimony,
                                           const std::string& id,
                                           const OpenOptions& options,
                                           std::vector<std::string>& notes) {
  if (testimony.state != Witness::Testimony::State::Sound || testimony.store.empty()
      || testimony.store == id)
    return {};
  const std::string stranger = "its witness " + Witness::path_for(options.directory).string()
                               + " is another store's: somebody has put one of them there";
  if (options.accept_loss) {
    notes.push_back("store " + options.directory.string() + ": " + stranger
                    + ", which --accept-loss accepts");
    return {};
  }
  return refuse(Kind::LostData, options,
                stranger
                  + ". Nothing was changed: put back the store and the witness of one backup, or "
                    "start with --accept-loss to go on with the store as it is.");
}

tl::expected<void, StoreError> compare_sequences(const Witness::Testimony& testimony,
                                                 std::uint64_t recovered,
                                                 bool fresh,
                                                 const OpenOptions& options,
                                                 std::vector<std::string>& notes) {
  const std::string witness = Witness::path_for(options.directory).string();
  if (testimony.state != Witness::Testimony::State::Sound) {
    if (!fresh)
      notes.push_back(
        "store " + options.directory.string() + ": its witness " + witness
        + (testimony.state == Witness::Testimony::State::Missing ? " was missing" : " was damaged")
        + " and is made anew: whether the store had lost anything cannot be told");
    return {};
  }
  if (recovered >= testimony.sequence)
    return {};
  const std::string loss = "it holds everything up to transaction " + std::to_string(recovered)
                           + ", but its witness " + witness + " saw transaction "
                           + std::to_string(testimony.sequence)
                           + " acknowledged: what lies between is gone";
  if (options.accept_loss) {
    notes.push_back("store " + options.directory.string() + ": " + loss
                    + ", which --accept-loss accepts");
    return {};
  }
  return refuse(
    Kind::LostData, options,
    loss
      + " (a deleted or damaged file, an older copy put back, or a disk that forgets). Nothing was "
        "changed: "
        "restore the newest backup, or start with --accept-loss to go on with what is left.");
}

} // namespace orrery::store
