#pragma once

#include <string>

/// Passwords and secrets of users. A hash takes about a tenth of a second and 64 MiB: callers are
/// threads of sessions, never actors, and one of them hashes at a time.
namespace orrery::cmd {

/// Returns a salted hash of a password (Argon2id, interactive limits), with its parameters.
/// Empty: there is not enough memory.
[[nodiscard]] std::string hash_password(const std::string& password);
/// Tells whether the hash is of that password. An empty hash is of none, and takes as long.
[[nodiscard]] bool is_password(const std::string& hash, const std::string& password);

/// Returns random bytes, fit for a secret.
[[nodiscard]] std::string random_secret(std::size_t bytes);
/// Returns what is kept of a random secret, whose digits are given: its SHA-256 in hexadecimal.
[[nodiscard]] std::string secret_digest(const std::string& secret);
/// Compares two texts in a time that depends on their lengths only.
[[nodiscard]] bool same_secret(const std::string& one, const std::string& other);
/// Returns a digest that nobody can make who has not the key. @pre the key has 32 bytes.
[[nodiscard]] std::string keyed_digest(const std::string& key, const std::string& text);

} // namespace orrery::cmd
