#include "config/secret_content.hpp"

#include "config/base64.hpp"
#include "config/json_writer.hpp"
#include "config/printable.hpp"
#include "config/sha256.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::config {

namespace {

bool is_small(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

std::string quoted_key(std::string_view key) {
  return "\"" + printable(std::string(key.substr(0, 100))) + "\"";
}

} // namespace

bool is_secret_key(std::string_view key) {
  if (key.empty() || key.front() < 'a' || key.front() > 'z' || key.back() == '-')
    return false;
  std::size_t characters = 1;
  for (std::size_t i = 1; i < key.size(); ++i) {
    if (key[i] == '-' ? key[i - 1] == '-' : !is_small(key[i]))
      return false;
    characters += key[i] == '-' ? 0 : 1;
  }
  return characters >= 3;
}

tl::expected<SecretArgument, std::string> parse_secret_argument(const std::string& argument) {
  const auto equals = argument.find('=');
  if (equals == std::string::npos || equals == 0)
    return tl::unexpected("key value " + quoted_key(argument.substr(0, equals)) + " not valid");
  SecretArgument parsed{argument.substr(0, equals), SecretArgument::Kind::Text,
                        argument.substr(equals + 1)};
  if (parsed.key.ends_with("#base64")) {
    parsed.key.resize(parsed.key.size() - std::string_view("#base64").size());
    parsed.kind = SecretArgument::Kind::Encoded;
  } else if (parsed.key.ends_with("#file")) {
    parsed.key.resize(parsed.key.size() - std::string_view("#file").size());
    parsed.kind = SecretArgument::Kind::File;
  }
  if (!is_secret_key(parsed.key))
    return tl::unexpected("key " + quoted_key(parsed.key) + " not valid");
  return parsed;
}

tl::expected<void, std::string> add_secret_value(SecretContent& content,
                                                 const SecretArgument& argument) {
  const bool encoded = argument.kind == SecretArgument::Kind::Encoded;
  if (argument.kind == SecretArgument::Kind::File && argument.value.size() > secret_size_max)
    return tl::unexpected("secret content for key " + quoted_key(argument.key)
                          + " in file too large: " + std::to_string(argument.value.size())
                          + " bytes");
  if (encoded && !bytes_of_base64(argument.value))
    return tl::unexpected("secret value for key " + quoted_key(argument.key)
                          + " is not base64: encode it, or leave #base64 away");
  std::string value = encoded ? argument.value : base64(argument.value);
  if (value.size() > secret_size_max)
    return tl::unexpected("base64 encoded secret content for key " + quoted_key(argument.key)
                          + " too large: " + std::to_string(value.size()) + " bytes");
  content[argument.key] = std::move(value);
  return {};
}

tl::expected<SecretContent, std::string> read_secret_file(const std::string& text,
                                                          const std::string& name) {
  if (text.size() > secret_size_max)
    return tl::unexpected("secret content in file \"" + printable(name)
                          + "\" too large: " + std::to_string(text.size()) + " bytes");
  const auto mapping = parse_mapping(text, name);
  if (!mapping) // what is wrong might show a value
    return tl::unexpected(printable(name) + ":" + std::to_string(mapping.error().line)
                          + ": not a YAML or JSON map of keys to values: write one `key: value` "
                            "a line");
  SecretContent content;
  for (const auto& [key, value] : *mapping) {
    const auto argument = parse_secret_argument(key + "=" + value);
    if (!argument)
      return tl::unexpected(argument.error());
    if (argument->kind == SecretArgument::Kind::File)
      return tl::unexpected("key " + quoted_key(key) + " not valid");
    if (auto added = add_secret_value(content, *argument); !added)
      return tl::unexpected(std::move(added.error()));
  }
  return content;
}

tl::expected<void, std::string> check_secret_size(const SecretContent& content) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : content)
    bytes += value.size();
  if (bytes > secret_size_max)
    return tl::unexpected("base64 encoded secret content too large: " + std::to_string(bytes)
                          + " bytes");
  return {};
}

std::string secret_text(const SecretContent& content) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_map();
  for (const auto& [key, value] : content)
    writer.add(key, value);
  writer.end_map();
  return text;
}

SecretContent parse_secret_text(std::string_view text) {
  SecretContent content;
  const auto take = [&text]() -> std::string {
    const auto begin = text.find('"');
    const auto end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
    if (end == std::string_view::npos) {
      text = {};
      return {};
    }
    std::string taken(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
    return taken;
  };
  for (std::string key = take(); !key.empty(); key = take())
    content[key] = take();
  return content;
}

std::string secret_checksum(const SecretContent& content) {
  Sha256 hash;
  hash.add(secret_text(content));
  return hash.finish();
}

} // namespace orrery::config
