// The bytes that are sealed.
//
//     sealed  = version nonce box
//     version = byte                 1
//     nonce   = byte{24}             random
//     box     = byte*                XChaCha20-Poly1305 of the content, the secret's id beside it
#include "store/secret_vault.hpp"

#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace orrery::store {

namespace {

constexpr std::size_t key_bytes = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr char sealed_version = 1;

using KeyBytes = std::array<unsigned char, key_bytes>;

const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT: libsodium's type
}

unsigned char* octets(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data()); // NOLINT: libsodium's type
}

std::string reason() {
  return std::error_code(errno, std::generic_category()).message();
}

bool write_whole(int file, const KeyBytes& key) {
  return ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size())
         && ::fsync(file) == 0;
}

/// The directory's entry is on disk, too: a key that a power cut takes cannot be made again.
bool sync_directory(const std::filesystem::path& directory) {
  const config::Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && ::fsync(opened.get()) == 0;
}

} // namespace

struct SecretVault::Key {
  KeyBytes seals{};
  KeyBytes marks{};
  ~Key() {
    sodium_memzero(seals.data(), seals.size());
    sodium_memzero(marks.data(), marks.size());
  }
};

SecretVault::SecretVault(std::filesystem::path key_file, std::function<bool()> has_secrets)
  : file_(std::move(key_file)), has_secrets_(std::move(has_secrets)) {}

SecretVault::~SecretVault() = default;

tl::expected<void, std::string> SecretVault::read_key() {
  const auto refuse = [&](const std::string& why) {
    return tl::unexpected("the key of the model's secrets, " + file_.string() + ", " + why);
  };
  const config::Descriptor file(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open())
    return refuse("cannot be opened: " + reason() + ": put the file back from a backup");
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return refuse("is no file: put the file back from a backup");
  if (facts.st_uid != ::geteuid() && ::geteuid() != 0)
    return refuse("is another user's: chown it to the orchestrator's");
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return refuse("can be read or written by others: chmod 600 it, and set the secrets anew");
  KeyBytes master{};
  if (facts.st_size != static_cast<off_t>(master.size())
      || ::read(file.get(), master.data(), master.size()) != static_cast<ssize_t>(master.size()))
    return refuse("does not have 32 bytes: put the file back from a backup");
  auto key = std::make_unique<Key>();
  constexpr char context[crypto_kdf_CONTEXTBYTES + 1] = "orrsecre";
  crypto_kdf_derive_from_key(key->seals.data(), key->seals.size(), 1, context, master.data());
  crypto_kdf_derive_from_key(key->marks.data(), key->marks.size(), 2, context, master.data());
  sodium_memzero(master.data(), master.size());
  key_ = std::move(key);
  return {};
}

tl::expected<void, std::string> SecretVault::make_key() {
  const auto refuse = [&](const std::string& what) {
    return tl::unexpected("cannot make the key of the model's secrets, " + file_.string() + ": "
                          + what);
  };
  const std::filesystem::path beside = file_.string() + ".new";
  const config::Descriptor file(
    ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open())
    return refuse(reason());
  KeyBytes master{};
  randombytes_buf(master.data(), master.size());
  const bool written = ::fchmod(file.get(), 0600) == 0 && write_whole(file.get(), master)
                       && ::rename(beside.c_str(), file_.c_str()) == 0
                       && sync_directory(file_.parent_path());
  sodium_memzero(master.data(), master.size());
  if (!written)
    return refuse(reason());
  return {};
}

tl::expected<const SecretVault::Key*, std::string> SecretVault::key(bool may_make) {
  const std::lock_guard lock(mutex_);
  if (key_)
    return key_.get();
  if (sodium_init() < 0)
    return tl::unexpected(std::string("libsodium finds no source of random bytes"));
  std::error_code error;
  const bool missing =
    std::filesystem::symlink_status(file_, error).type() == std::filesystem::file_type::not_found;
  if (missing && may_make && !has_secrets_())
    if (auto made = make_key(); !made)
      return tl::unexpected(std::move(made.error()));
  if (auto read = read_key(); !read)
    return tl::unexpected(std::move(read.error()));
  return key_.get();
}

tl::expected<SecretVault::Sealed, std::string> SecretVault::seal(std::string_view id,
                                                                 std::string_view content) {
  const auto with = key(true);
  if (!with)
    return tl::unexpected(with.error());
  Sealed sealed;
  sealed.bytes.resize(1 + nonce_bytes + content.size() + tag_bytes);
  sealed.bytes[0] = sealed_version;
  unsigned char* const nonce = octets(sealed.bytes) + 1;
  randombytes_buf(nonce, nonce_bytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + nonce_bytes, nullptr, octets(content),
                                             content.size(), octets(id), id.size(), nullptr, nonce,
                                             (*with)->seals.data());
  std::array<unsigned char, 16> mark{};
  crypto_generichash(mark.data(), mark.size(), octets(content), content.size(),
                     (*with)->marks.data(), (*with)->marks.size());
  sealed.fingerprint.assign(mark.begin(), mark.end());
  return sealed;
}

tl::expected<std::string, std::string> SecretVault::open(std::string_view id,
                                                         std::string_view sealed) {
  const auto with = key(false);
  if (!with)
    return tl::unexpected(with.error());
  if (sealed.size() < 1 + nonce_bytes + tag_bytes || sealed.front() != sealed_version)
    return tl::unexpected("the content of secret " + std::string(id)
                          + " is damaged: restore the store from a backup");
  const unsigned char* const nonce = octets(sealed) + 1;
  std::string content(sealed.size() - 1 - nonce_bytes - tag_bytes, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
        octets(content), nullptr, nullptr, nonce + nonce_bytes, sealed.size() - 1 - nonce_bytes,
        octets(id), id.size(), nonce, (*with)->seals.data())
      != 0)
    return tl::unexpected("the key " + file_.string() + " does not open secret " + std::string(id)
                          + ": put the key that it was sealed with back from a backup");
  return content;
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
