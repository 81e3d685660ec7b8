#include "config/ssh_key.hpp"

#include "config/hexadecimal.hpp"
#include "config/md5.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace orrery::config {

namespace {

constexpr std::array<std::string_view, 8> ssh_key_types{"ssh-ed25519",
                                                        "ssh-rsa",
                                                        "ssh-dss",
                                                        "ecdsa-sha2-nistp256",
                                                        "ecdsa-sha2-nistp384",
                                                        "ecdsa-sha2-nistp521",
                                                        "sk-ssh-ed25519@openssh.com",
                                                        "sk-ecdsa-sha2-nistp256@openssh.com"};
constexpr std::string_view ssh_blanks = " \t";

std::string_view ssh_trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

/// @returns nothing for text that is no base64, padded or not
std::optional<std::string> decoded_base64(std::string_view text) {
  constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (!text.empty() && text.back() == '=')
    text.remove_suffix(1);
  std::string bytes;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const auto digit = alphabet.find(c);
    if (digit == std::string_view::npos)
      return std::nullopt;
    held = (held << 6U | static_cast<std::uint32_t>(digit)) & 0xffffffU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(held >> bits & 0xffU);
    }
  }
  return bytes;
}

/// Whether a key's bytes begin with its type, after four bytes of length.
bool is_of_type(std::string_view blob, std::string_view type) {
  return blob.size() > 4 + type.size() && blob.substr(0, 3) == std::string_view("\0\0\0", 3)
         && static_cast<unsigned char>(blob[3]) == type.size()
         && blob.substr(4, type.size()) == type;
}

std::string fingerprint_of(std::string_view blob) {
  std::string text;
  for (const char c : md5(blob))
    append_hexadecimal(text += text.empty() ? "" : ":", c);
  return text;
}

/// Where the type stands in a line; options before it may hold quoted blanks.
std::size_t find_type(std::string_view line, std::string_view& type) {
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"' && (at == 0 || line[at - 1] != '\\'))
      quoted = !quoted;
    const bool begins_word = at == 0 || ssh_blanks.find(line[at - 1]) != std::string_view::npos;
    if (quoted || !begins_word)
      continue;
    for (const auto& known : ssh_key_types)
      if (line.substr(at).starts_with(known) && at + known.size() < line.size()
          && ssh_blanks.find(line[at + known.size()]) != std::string_view::npos) {
        type = known;
        return at;
      }
  }
  return std::string_view::npos;
}

} // namespace

std::optional<SshKey> parse_ssh_key(std::string_view given) {
  const auto line = ssh_trimmed(given);
  const bool is_printable = std::none_of(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
  if (line.empty() || line.size() > ssh_key_max || line.front() == '#' || !is_printable)
    return std::nullopt;
  std::string_view type;
  const auto at = find_type(line, type);
  if (at == std::string_view::npos)
    return std::nullopt;
  const auto rest = ssh_trimmed(line.substr(at + type.size()));
  const auto end = std::min(rest.find_first_of(ssh_blanks), rest.size());
  const auto blob = decoded_base64(rest.substr(0, end));
  if (!blob || !is_of_type(*blob, type))
    return std::nullopt;
  return SshKey{std::string{line}, std::string{ssh_trimmed(rest.substr(end))},
                fingerprint_of(*blob)};
}

std::vector<SshKey> parse_ssh_keys(std::string_view lines) {
  std::vector<SshKey> keys;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = ssh_trimmed(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty())
      continue;
    auto key = parse_ssh_key(line);
    keys.push_back(key ? std::move(*key) : SshKey{std::string{line}, {}, {}});
  }
  return keys;
}

bool is_internal(const SshKey& key) {
  return key.comment == "juju-client-key" || key.comment == "juju-system-key";
}

} // namespace orrery::config
