// The bytes that are sealed.
//
//     sealed  = version nonce box
//     version = byte                 1
//     nonce   = byte{24}             random
//     box     = byte*                XChaCha20-Poly1305 of the content, the secret's id beside it
#include "store/secret_vault.hpp"

#include "config/sync_directory.hpp"

#include <sodium.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace orrery::store {

namespace {

constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr char sealed_version = 1;
constexpr std::chrono::seconds patience_with_holders{10};
constexpr const char* keys_are_held =
  "the keys of secrets are in use, by a backup for instance: try again when it is done";

const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT: libsodium's type
}

unsigned char* octets(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data()); // NOLINT: libsodium's type
}

bool is_missing(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::symlink_status(file, error).type()
         == std::filesystem::file_type::not_found;
}

SecretVault::Sealed
sealed_with(const SecretKey& key, std::string_view id, std::string_view content) {
  SecretVault::Sealed sealed;
  sealed.bytes.resize(1 + nonce_bytes + content.size() + tag_bytes);
  sealed.bytes[0] = sealed_version;
  unsigned char* const nonce = octets(sealed.bytes) + 1;
  randombytes_buf(nonce, nonce_bytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + nonce_bytes, nullptr, octets(content),
                                             content.size(), octets(id), id.size(), nullptr, nonce,
                                             key.seals.data());
  std::array<unsigned char, 16> mark{};
  crypto_generichash(mark.data(), mark.size(), octets(content), content.size(), key.marks.data(),
                     key.marks.size());
  sealed.fingerprint.assign(mark.begin(), mark.end());
  return sealed;
}

bool is_whole(std::string_view sealed) {
  return sealed.size() >= 1 + nonce_bytes + tag_bytes && sealed.front() == sealed_version;
}

/// Opens with that key.  @returns nothing if another one has sealed it, or bytes differ
/// @pre is_whole(sealed)
std::optional<std::string>
opened_with(const SecretKey& key, std::string_view id, std::string_view sealed) {
  const unsigned char* const nonce = octets(sealed) + 1;
  std::string content(sealed.size() - 1 - nonce_bytes - tag_bytes, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
        octets(content), nullptr, nullptr, nonce + nonce_bytes, sealed.size() - 1 - nonce_bytes,
        octets(id), id.size(), nonce, key.seals.data())
      != 0)
    return std::nullopt;
  return content;
}

} // namespace

SecretVault::SecretVault(std::filesystem::path key_file, std::function<bool()> has_secrets)
  : file_(std::move(key_file)), has_secrets_(std::move(has_secrets)) {}

SecretVault::~SecretVault() = default;

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
  if (is_missing(former_file()))
    return keys;
  auto former = read_secret_key(former_file());
  if (!former)
    return tl::unexpected(std::move(former.error()));
  if ((*former)->name != keys->present->name)
    keys->former = std::move(*former);
  return keys;
}

SecretVault::MaybeKeys SecretVault::keys(bool may_make) {
  const std::lock_guard lock(mutex_);
  if (keys_)
    return keys_;
  if (may_make && is_missing(file_) && is_missing(former_file()) && !has_secrets_()) {
    const auto made = make_secret_key_beside(file_);
    if (!made)
      return tl::unexpected(made.error());
    if (std::string why = rename_durably(*made, file_); !why.empty())
      return tl::unexpected("cannot make the key of the model's secrets: " + std::move(why));
  }
  auto read = read_keys();
  if (read)
    keys_ = *read;
  return read;
}

tl::expected<SecretVault::Sealed, std::string> SecretVault::seal(std::string_view id,
                                                                 std::string_view content) {
  const auto with = keys(true);
  if (!with)
    return tl::unexpected(with.error());
  return sealed_with(*(*with)->present, id, content);
}

tl::expected<std::string, std::string> SecretVault::open(std::string_view id,
                                                         std::string_view sealed) {
  const auto with = keys(false);
  if (!with)
    return tl::unexpected(with.error());
  if (!is_whole(sealed))
    return tl::unexpected("the content of secret " + std::string(id)
                          + " is damaged: restore the store from a backup");
  auto content = opened_with(*(*with)->present, id, sealed);
  if (!content && (*with)->former)
    content = opened_with(*(*with)->former, id, sealed);
  if (!content)
    return tl::unexpected("the key " + file_.string() + " does not open secret " + std::string(id)
                          + ": put the key that it was sealed with back from a backup");
  return std::move(*content);
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
  if (!keys_ && is_missing(file_) && is_missing(former_file()) && !has_secrets_())
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

tl::expected<std::optional<SecretVault::Sealed>, std::string>
SecretVault::reseal(std::string_view id, std::string_view sealed) {
  const auto with = keys(false);
  if (!with)
    return tl::unexpected(with.error());
  if (is_whole(sealed) && opened_with(*(*with)->present, id, sealed))
    return std::optional<Sealed>();
  const auto content = open(id, sealed);
  if (!content)
    return tl::unexpected(content.error());
  return std::optional(sealed_with(*(*with)->present, id, *content));
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

std::string SecretVault::new_id() const {
  return next_id_ ? next_id_() : new_secret_id();
}

std::string new_secret_id() {
  constexpr std::string_view characters = "0123456789abcdefghijklmnopqrstuv";
  std::array<unsigned char, 20> random{};
  if (sodium_init() < 0)
    return {};
  randombytes_buf(random.data(), random.size());
  std::string id;
  for (const unsigned char one : random)
    id += characters[one % characters.size()];
  return id;
}

} // namespace orrery::store
