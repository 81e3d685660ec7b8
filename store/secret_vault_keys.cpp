// Files of the keys: read as they are, made, and renewed.
#include "config/sync_directory.hpp"
#include "store/secret_vault.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

namespace orrery::store {

namespace {

constexpr std::chrono::seconds patience_with_holders{10};
constexpr const char* keys_are_held =
  "the keys of secrets are in use, by a backup for instance: try again when it is done";

std::int64_t nanoseconds_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::array<std::int64_t, 7> facts_of(const std::filesystem::path& file) {
  struct stat facts {};
  if (::lstat(file.c_str(), &facts) != 0)
    return {};
  return {static_cast<std::int64_t>(facts.st_dev),
          static_cast<std::int64_t>(facts.st_ino),
          nanoseconds_of(facts.st_mtim),
          nanoseconds_of(facts.st_ctim),
          facts.st_size,
          facts.st_mode,
          facts.st_uid};
}

} // namespace

std::filesystem::path SecretVault::former_file() const {
  return file_.parent_path() / former_file_name;
}

/// A former key that equals the present one was left by a renewal that did not come to begin.
SecretVault::MaybeKeys SecretVault::read_keys() const {
  auto keys = std::make_shared<Keys>();
  auto present = read_secret_key(file_);
  if (!present)
    return tl::unexpected(std::move(present.error()));
  keys->present = std::move(*present);
  if (look().former == FileFacts{})
    return keys;
  auto former = read_secret_key(former_file());
  if (!former)
    return tl::unexpected(std::move(former.error()));
  if ((*former)->name != keys->present->name)
    keys->former = std::move(*former);
  return keys;
}

SecretVault::Looks SecretVault::look() const {
  return {facts_of(file_), facts_of(former_file())};
}

std::string SecretVault::make_first_key() const {
  const auto made = make_secret_key_beside(file_);
  if (!made)
    return made.error();
  if (std::string why = rename_durably(*made, file_); !why.empty())
    return "cannot make the key of the model's secrets: " + std::move(why);
  return {};
}

/// The look comes before the reading: a file that is changed in between is read again.
///
/// @pre the caller has mutex_
SecretVault::MaybeKeys SecretVault::keys_on_disk(bool may_make) {
  if (keys_ && look() == looked_)
    return keys_;
  const Sample sample = sample_();
  if (may_make && !sample.any && look() == Looks{})
    if (std::string why = make_first_key(); !why.empty())
      return tl::unexpected(std::move(why));
  const Looks looks = look();
  auto read = read_keys();
  if (!read)
    return read;
  if (!sample.sealed.empty() && !opened(**read, sample.id, sample.sealed))
    return tl::unexpected("the key of the model's secrets, " + file_.string()
                          + ", is another one: secret " + sample.id
                          + " is not sealed with it: put the file back from a backup");
  keys_ = *read;
  looked_ = looks;
  return read;
}

SecretVault::MaybeKeys SecretVault::keys_that_seal(bool may_make) {
  const std::lock_guard lock(mutex_);
  return keys_on_disk(may_make);
}

/// Keys that were the model's open whatever becomes of their files. Where none has been so far, a
/// secret is tried with what lies there, so that the error names that secret.
SecretVault::MaybeKeys SecretVault::keys_that_open() {
  const std::lock_guard lock(mutex_);
  if (auto now = keys_on_disk(false))
    return now;
  if (keys_)
    return keys_;
  return read_keys();
}

std::string SecretVault::trouble() {
  const std::lock_guard lock(mutex_);
  if (look() == Looks{} && !sample_().any)
    return {}; // the first secret makes one
  const auto now = keys_on_disk(false);
  return now ? std::string() : now.error();
}

/// The new key is in its place only after the former one lies beside it, so that after a crash at
/// any point each content is opened by one of the files.
std::string SecretVault::put_new_key() const {
  const auto beside = make_secret_key_beside(file_);
  if (!beside)
    return beside.error();
  if (::unlink(former_file().c_str()) != 0 && errno != ENOENT)
    return "cannot remove " + former_file().string() + ": "
           + std::generic_category().message(errno);
  if (::link(file_.c_str(), former_file().c_str()) != 0
      || config::sync_directory(file_.parent_path()) != 0)
    return "cannot keep the former key as " + former_file().string() + ": "
           + std::generic_category().message(errno);
  return rename_durably(*beside, file_);
}

tl::expected<SecretVault::Renewal, std::string> SecretVault::begin_renewal() {
  const std::unique_lock alone(held_, patience_with_holders);
  if (!alone.owns_lock())
    return tl::unexpected(std::string(keys_are_held));
  const std::lock_guard lock(mutex_);
  if (!keys_ && look() == Looks{} && !sample_().any)
    return Renewal::NothingSealed;
  auto on_disk = read_keys();
  if (!on_disk)
    return tl::unexpected(std::move(on_disk.error()));
  if (keys_ && keys_->present->name != (*on_disk)->present->name)
    return tl::unexpected("the key of the model's secrets, " + file_.string()
                          + ", was exchanged for another one: put the file back from a backup");
  keys_ = std::move(*on_disk);
  if (keys_->former)
    return Renewal::GoesOn;
  has_sealed_with_former_ = true;
  std::string why = put_new_key();
  keys_.reset(); // whatever the files are now, they are read
  auto begun = read_keys();
  if (begun)
    keys_ = *begun;
  if (!why.empty() || !begun)
    return tl::unexpected(why.empty() ? begun.error() : why);
  return Renewal::Begun;
}

bool SecretVault::has_sealed_with_former() const {
  const std::lock_guard lock(mutex_);
  return has_sealed_with_former_;
}

tl::expected<void, std::string> SecretVault::end_renewal() {
  const std::unique_lock alone(held_, patience_with_holders);
  if (!alone.owns_lock())
    return tl::unexpected(std::string(keys_are_held));
  const std::lock_guard lock(mutex_);
  if ((::unlink(former_file().c_str()) != 0 && errno != ENOENT)
      || config::sync_directory(file_.parent_path()) != 0)
    return tl::unexpected("cannot remove the former key " + former_file().string() + ": "
                          + std::generic_category().message(errno));
  keys_.reset(); // read again without it
  has_sealed_with_former_ = false;
  return {};
}

} // namespace orrery::store
