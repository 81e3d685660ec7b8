// The key of secrets in backups and restores (SE4).
#include "cmd/backup/key.hpp"

#include "cmd/backup/durable.hpp"
#include "cmd/backup/tree_copy.hpp"
#include "store/secret_key.hpp"
#include "store/secret_vault.hpp"

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
KeyDone leave_key_out(const fs::path& key, const fs::path& former, Made& made) {
  if (is_there(former))
    return refused_key("the key of secrets is being renewed: type \"orrery rekey\" until it "
                       "says that the former key is gone, or leave --without-key away");
  const auto read = store::read_secret_key(key);
  if (!read)
    return tl::unexpected(read.error());
  made.facts.key_left_out = (*read)->name;
  made.key = key;
  return {};
}

} // namespace

KeyDone
note_key(const fs::path& model, const store::Snapshot& records, const Order& order, Made& made) {
  const fs::path key = model / store::SecretVault::file_name;
  const auto secrets = secrets_in(records);
  if (!secrets)
    return tl::unexpected(secrets.error());
  made.secrets = *secrets;
  made.key_is_missing = *secrets > 0 && !is_there(key);
  if (order.with_key || !is_there(key))
    return {};
  return leave_key_out(key, model / store::SecretVault::former_file_name, made);
}

KeyDone take_keys(TreeCopy& copy, const fs::path& model, const Made& made) {
  if (!made.facts.key_left_out.empty())
    return {};
  for (const std::string_view name :
       {store::SecretVault::file_name, store::SecretVault::former_file_name})
    if (is_there(model / name))
      if (auto taken = copy.take(model / name, std::string(name)); !taken)
        return taken;
  return {};
}

KeyDone check_key(const Facts& facts, const fs::path& key) {
  if (facts.key_left_out.empty())
    return key.empty() ? KeyDone()
                       : refused_key("the backup has the key of its secrets in it, if it has "
                                     "any: leave --key away");
  if (key.empty())
    return refused_key("the backup was made --without-key, and nothing opens its secrets: name "
                       "the key that was kept, --key FILE; nothing was changed");
  const auto read = store::read_secret_key(key);
  if (!read)
    return tl::unexpected(read.error());
  if ((*read)->name != facts.key_left_out)
    return tl::unexpected(key.string()
                          + " is another key than the one that the backup left out: name that one; "
                            "nothing was changed");
  return {};
}

KeyDone put_key(const Facts& facts, const fs::path& key, const fs::path& model) {
  if (facts.key_left_out.empty())
    return {};
  const fs::path place = model / store::SecretVault::file_name;
  std::error_code error;
  if (!fs::copy_file(key, place, error))
    return tl::unexpected("cannot copy the key " + key.string() + " to " + place.string() + ": "
                          + error.message());
  return check_key(facts, place); // what was copied, whatever came between
}

} // namespace orrery::backup
