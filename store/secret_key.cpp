#include "store/secret_key.hpp"

#include "config/descriptor.hpp"
#include "config/sync_directory.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace orrery::store {

namespace {

static_assert(std::tuple_size_v<SecretKey::Bytes> == crypto_aead_xchacha20poly1305_ietf_KEYBYTES
              && std::tuple_size_v<SecretKey::Bytes> == crypto_kdf_KEYBYTES);

constexpr char key_context[crypto_kdf_CONTEXTBYTES + 1] = "orrsecre";

std::string system_reason() {
  return std::error_code(errno, std::generic_category()).message();
}

tl::expected<void, std::string> start_random_bytes() {
  if (sodium_init() < 0)
    return tl::unexpected(std::string("libsodium finds no source of random bytes"));
  return {};
}

bool write_key(int file, const SecretKey::Bytes& key) {
  return ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size())
         && ::fsync(file) == 0;
}

std::unique_ptr<SecretKey> derived_from(const SecretKey::Bytes& master) {
  auto key = std::make_unique<SecretKey>();
  std::array<unsigned char, crypto_kdf_BYTES_MIN> name{};
  crypto_kdf_derive_from_key(key->seals.data(), key->seals.size(), 1, key_context, master.data());
  crypto_kdf_derive_from_key(key->marks.data(), key->marks.size(), 2, key_context, master.data());
  crypto_kdf_derive_from_key(name.data(), name.size(), 3, key_context, master.data());
  key->name.resize(2 * name.size() + 1);
  sodium_bin2hex(key->name.data(), key->name.size(), name.data(), name.size());
  key->name.pop_back(); // the zero at the end
  return key;
}

} // namespace

SecretKey::~SecretKey() {
  sodium_memzero(seals.data(), seals.size());
  sodium_memzero(marks.data(), marks.size());
}

tl::expected<std::unique_ptr<SecretKey>, std::string>
read_secret_key(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    return tl::unexpected("the key of the model's secrets, " + path.string() + ", " + why);
  };
  if (auto started = start_random_bytes(); !started)
    return tl::unexpected(std::move(started.error()));
  const config::Descriptor file(
    ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open())
    return refuse("cannot be opened: " + system_reason() + ": put the file back from a backup");
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return refuse("is no file: put the file back from a backup");
  if (facts.st_uid != ::geteuid() && ::geteuid() != 0)
    return refuse("is another user's: chown it to the orchestrator's");
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return refuse("can be read or written by others: chmod 600 it, and set the secrets anew");
  SecretKey::Bytes master{};
  if (facts.st_size != static_cast<off_t>(master.size())
      || ::read(file.get(), master.data(), master.size()) != static_cast<ssize_t>(master.size()))
    return refuse("does not have 32 bytes: put the file back from a backup");
  auto key = derived_from(master);
  sodium_memzero(master.data(), master.size());
  return key;
}

tl::expected<std::filesystem::path, std::string>
make_secret_key_beside(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& what) {
    return tl::unexpected("cannot make the key of the model's secrets, " + path.string() + ": "
                          + what);
  };
  if (auto started = start_random_bytes(); !started)
    return tl::unexpected(std::move(started.error()));
  const std::filesystem::path beside = path.string() + ".new";
  const config::Descriptor file(
    ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open())
    return refuse(system_reason());
  SecretKey::Bytes master{};
  randombytes_buf(master.data(), master.size());
  const bool written = ::fchmod(file.get(), 0600) == 0 && write_key(file.get(), master);
  sodium_memzero(master.data(), master.size());
  if (!written)
    return refuse(system_reason());
  return beside;
}

std::string rename_durably(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0 && config::sync_directory(to.parent_path()) == 0)
    return {};
  return "cannot rename " + from.string() + " to " + to.string() + ": " + system_reason();
}

} // namespace orrery::store
