#include "store/accounts.hpp"

#include "store/decoding.hpp"
#include "store/keys.hpp"

namespace orrery::store {

namespace {

/// Reads the record of a key, which is of that kind.
template <class R>
tl::expected<void, StoreError>
read_one(const Snapshot& snapshot, const Key& key, std::optional<R>& into) {
  const auto bytes = snapshot.get(key);
  if (!bytes)
    return tl::unexpected(bytes.error());
  if (!*bytes)
    return {};
  auto record = decode(key, **bytes);
  if (!record)
    return tl::unexpected(undecodable(record.error()));
  into = std::get<R>(std::move(*record));
  return {};
}

template <class Map, class Key>
auto found_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

tl::expected<Account, StoreError>
read_account(const Snapshot& snapshot, const std::string& user, const std::string& target) {
  Account account;
  if (auto read = read_one(snapshot, user_key(user), account.user); !read)
    return tl::unexpected(std::move(read.error()));
  if (auto read = read_one(snapshot, grant_key(user, controller_target), account.controller); !read)
    return tl::unexpected(std::move(read.error()));
  if (!target.empty())
    if (auto read = read_one(snapshot, grant_key(user, target), account.target); !read)
      return tl::unexpected(std::move(read.error()));
  return account;
}

Account account_in(const Contents& contents, const std::string& user, const std::string& target) {
  return {found_in(contents.users, user),
          found_in(contents.grants, std::pair(user, std::string(controller_target))),
          found_in(contents.grants, std::pair(user, target))};
}

} // namespace orrery::store
