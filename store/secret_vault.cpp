// The bytes that are sealed.
//
//     sealed  = version nonce box
//     version = byte                 1
//     nonce   = byte{24}             random
//     box     = byte*                XChaCha20-Poly1305 of the content, the secret's id beside it
#include "store/secret_vault.hpp"

#include <sodium.h>

#include <array>

namespace orrery::store {

namespace {

constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr char sealed_version = 1;

const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT: libsodium's type
}

unsigned char* octets(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data()); // NOLINT: libsodium's type
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

SecretVault::SecretVault(std::filesystem::path key_file, std::function<Sample()> sample)
  : file_(std::move(key_file)), sample_(std::move(sample)) {}

SecretVault::~SecretVault() = default;

tl::expected<SecretVault::Sealed, std::string> SecretVault::seal(std::string_view id,
                                                                 std::string_view content) {
  const auto with = keys_that_seal(true);
  if (!with)
    return tl::unexpected(with.error());
  return sealed_with(*(*with)->present, id, content);
}

std::optional<std::string>
SecretVault::opened(const Keys& keys, std::string_view id, std::string_view sealed) {
  if (!is_whole(sealed))
    return std::nullopt;
  auto content = opened_with(*keys.present, id, sealed);
  return content || !keys.former ? content : opened_with(*keys.former, id, sealed);
}

tl::expected<std::string, std::string> SecretVault::open(std::string_view id,
                                                         std::string_view sealed) {
  const auto with = keys_that_open();
  if (!with)
    return tl::unexpected(with.error());
  if (!is_whole(sealed))
    return tl::unexpected("the content of secret " + std::string(id)
                          + " is damaged: restore the store from a backup");
  auto content = opened(**with, id, sealed);
  if (!content)
    return tl::unexpected("the key " + file_.string() + " does not open secret " + std::string(id)
                          + ": put the key that it was sealed with back from a backup");
  return std::move(*content);
}

tl::expected<std::optional<SecretVault::Sealed>, std::string>
SecretVault::reseal(std::string_view id, std::string_view sealed) {
  const auto with = keys_that_seal(false);
  if (!with)
    return tl::unexpected(with.error());
  if (is_whole(sealed) && opened_with(*(*with)->present, id, sealed))
    return std::optional<Sealed>();
  const auto content = open(id, sealed);
  if (!content)
    return tl::unexpected(content.error());
  return std::optional(sealed_with(*(*with)->present, id, *content));
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
