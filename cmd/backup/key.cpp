// Keys of secrets in backups and restores (SE4).
#include "cmd/backup/key.hpp"

#include "cmd/backup/durable.hpp"
#include "cmd/backup/tree_copy.hpp"
#include "store/secret_key.hpp"
#include "store/secret_vault.hpp"

#include <algorithm>
#include <set>
#include <system_error>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using KeyDone = tl::expected<void, std::string>;

tl::unexpected<std::string> refused_key(std::string why) {
  return tl::unexpected(std::move(why));
}

tl::expected<std::uint64_t, std::string> secrets_in(const store::Snapshot& records) {
  std::uint64_t count = 0;
  const auto scanned = records.scan("S", [&count](std::string_view, std::string_view) {
    ++count;
    return true;
  });
  if (!scanned)
    return tl::unexpected(scanned.error().text);
  return count;
}

/// Notes the key that is left out. During a renewal two keys would be needed.
KeyDone leave_key_out(const fs::path& key, const fs::path& former, KeyNote& note) {
  if (is_there(former))
    return refused_key("the key of secrets is being renewed: type \"orrery rekey\" until it "
                       "says that the former key is gone, or leave --without-key away");
  const auto read = store::read_secret_key(key);
  if (!read)
    return tl::unexpected(read.error());
  note.name_left_out = (*read)->name;
  note.left_out = key;
  return {};
}

/// @returns the names of the keys in files, in their order.
tl::expected<std::vector<std::string>, std::string> names_of(const std::vector<fs::path>& keys) {
  std::vector<std::string> names;
  for (const fs::path& key : keys) {
    const auto read = store::read_secret_key(key);
    if (!read)
      return tl::unexpected(read.error());
    names.push_back((*read)->name);
  }
  return names;
}

} // namespace

tl::expected<KeyNote, std::string>
note_key(const fs::path& model, const store::Snapshot& records, bool with_key) {
  const fs::path key = model / store::SecretVault::file_name;
  const auto secrets = secrets_in(records);
  if (!secrets)
    return tl::unexpected(secrets.error());
  KeyNote note;
  note.with_key = with_key;
  note.secrets = *secrets;
  note.is_missing = *secrets > 0 && !is_there(key);
  if (with_key || !is_there(key))
    return note;
  if (auto left = leave_key_out(key, model / store::SecretVault::former_file_name, note); !left)
    return tl::unexpected(left.error());
  return note;
}

KeyDone take_keys(TreeCopy& copy, const fs::path& model, const KeyNote& note) {
  if (!note.with_key) // one that was made meanwhile is left out, too
    return {};
  for (const std::string_view name :
       {store::SecretVault::file_name, store::SecretVault::former_file_name})
    if (is_there(model / name))
      if (auto taken = copy.take(model / name, std::string(name)); !taken)
        return taken;
  return {};
}

KeyDone check_keys(const Facts& facts, const std::vector<fs::path>& keys) {
  const auto names = names_of(keys);
  if (!names)
    return tl::unexpected(names.error());
  std::set<std::string> wanted;
  for (const SavedModel& model : facts.models) {
    if (model.key_left_out.empty())
      continue;
    wanted.insert(model.key_left_out);
    if (keys.empty())
      return refused_key(
        "the backup was made --without-key, and nothing opens the secrets of model " + model.name
        + ": name the key that was kept, --key FILE; nothing was "
          "changed");
  }
  if (wanted.empty() && !keys.empty())
    return refused_key("the backup has the keys of its secrets in it, if it has any: leave --key "
                       "away");
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!wanted.contains((*names)[i]))
      return refused_key(keys[i].string()
                         + " is another key than those that the backup left out: name one of "
                           "those; nothing was changed");
  for (const SavedModel& model : facts.models)
    if (!model.key_left_out.empty()
        && std::find(names->begin(), names->end(), model.key_left_out) == names->end())
      return refused_key("none of the named keys opens the secrets of model " + model.name
                         + ": name its key, too, with another --key FILE; nothing was changed");
  return {};
}

KeyDone put_key(const SavedModel& saved, const std::vector<fs::path>& keys, const fs::path& model) {
  if (saved.key_left_out.empty())
    return {};
  const auto names = names_of(keys); // once more, whatever came between
  if (!names)
    return tl::unexpected(names.error());
  const auto named = std::find(names->begin(), names->end(), saved.key_left_out);
  if (named == names->end())
    return refused_key("the key of model " + saved.name + " was exchanged meanwhile");
  const fs::path& key = keys[static_cast<std::size_t>(named - names->begin())];
  const fs::path place = model / store::SecretVault::file_name;
  std::error_code error;
  if (!fs::copy_file(key, place, error))
    return tl::unexpected("cannot copy the key " + key.string() + " to " + place.string() + ": "
                          + error.message());
  const auto copied = names_of({place});
  if (!copied || copied->front() != saved.key_left_out)
    return refused_key("the key of model " + saved.name + " was exchanged meanwhile");
  return {};
}

} // namespace orrery::backup
