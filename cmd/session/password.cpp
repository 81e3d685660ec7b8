#include "cmd/session/password.hpp"

#include "config/sha256.hpp"

#include <sodium.h>

#include <array>
#include <cstdlib>
#include <mutex>

namespace orrery::cmd {

namespace {

/// Begins the library, whose functions are for any thread afterwards.
void need_sodium() {
  static const bool begun = ::sodium_init() >= 0;
  if (!begun)
    std::abort(); // no source of random numbers: nothing secret can be made
}

/// Held while a password is hashed, because each takes 64 MiB.
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

/// Hashes while the caller holds the lock.
std::string hashed(const std::string& password) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (::crypto_pwhash_str(hash.data(), password.data(), password.size(),
                          crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE)
      != 0)
    return {};
  return hash.data();
}

} // namespace

std::string hash_password(const std::string& password) {
  need_sodium();
  const std::lock_guard lock{one_at_a_time()};
  return hashed(password);
}

bool is_password(const std::string& hash, const std::string& password) {
  need_sodium();
  const std::lock_guard lock{one_at_a_time()};
  // Whether there is such a user cannot be told from the time that it takes (UR3).
  static const std::string nobodys = hashed("of nobody");
  const std::string& held = hash.empty() ? nobodys : hash;
  const bool is_right =
    ::crypto_pwhash_str_verify(held.c_str(), password.data(), password.size()) == 0;
  return is_right && !hash.empty();
}

std::string random_secret(std::size_t bytes) {
  need_sodium();
  std::string secret(bytes, '\0');
  ::randombytes_buf(secret.data(), secret.size());
  return secret;
}

std::string secret_digest(const std::string& secret) {
  config::Sha256 digest;
  digest.add(secret);
  return digest.finish();
}

bool same_secret(const std::string& one, const std::string& other) {
  need_sodium();
  return one.size() == other.size() && ::sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string keyed_digest(const std::string& key, const std::string& text) {
  need_sodium();
  std::string digest(crypto_generichash_BYTES, '\0');
  (void)::crypto_generichash(reinterpret_cast<unsigned char*>(digest.data()), digest.size(),
                             reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                             reinterpret_cast<const unsigned char*>(key.data()), key.size());
  return digest;
}

} // namespace orrery::cmd
