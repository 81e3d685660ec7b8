#include "config/option.hpp"
#include "config/secret_content.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_times.hpp"
#include "config/storage_directive.hpp"
#include "test/fuzz/target.hpp"

#include <string>

/// Words that users and charms give with secrets and storage: choice(1), then a secret's URI, an
/// argument with a value, a file of values, an expiry, or a directive of storage.
namespace orrery::fuzz {
namespace {

/// Reads a URI as the tools and as an option of type secret do: both know the same ones.
void feed_uri(const std::string& text) {
  const auto id = config::parse_secret_uri(text);
  demand(id || !id.error().empty(), "an error without words");
  if (id) {
    demand(config::is_secret_id(*id), "a secret's id that is none");
    demand(config::parse_secret_uri("secret:" + *id) == id, "an id that its own URI does not name");
  }
  const auto option = config::canonical_option("x", config::OptionKind::Secret, text);
  demand(!option || text.empty() || id.has_value(), "an option that names no secret");
}

void check_content(const config::SecretContent& content) {
  for (const auto& [key, value] : content)
    demand(config::is_secret_key(key), "a key that is none");
  demand(config::parse_secret_text(config::secret_text(content)) == content,
         "a content that changes when it is kept");
}

/// Whether the value stands in the error even where another one is given: as a part of our words.
bool is_in_own_words(config::SecretArgument argument, const std::string& value) {
  argument.value.assign(value.size(), '!'); // no base64
  config::SecretContent content;
  const auto added = config::add_secret_value(content, argument);
  return !added && added.error().find(value) != std::string::npos;
}

void feed_argument(const std::string& text) {
  const auto argument = config::parse_secret_argument(text);
  if (!argument)
    return demand(!argument.error().empty(), "an error without words");
  config::SecretContent content;
  const auto added = config::add_secret_value(content, *argument);
  constexpr std::size_t too_long_for_chance = 16;
  if (!added && argument->value.size() >= too_long_for_chance)
    demand(added.error().find(argument->value) == std::string::npos
             || is_in_own_words(*argument, argument->value),
           "a value in an error");
  check_content(content);
}

void feed_file(const std::string& text) {
  const auto content = config::read_secret_file(text, "values.yaml");
  if (!content)
    return demand(!content.error().empty(), "an error without words");
  check_content(*content);
}

void feed_expiry(const std::string& text) {
  constexpr std::int64_t now = 1'700'000'000'000;
  const auto time = config::parse_secret_expiry(text, now);
  if (!time)
    return demand(!time.error().empty(), "an error without words");
  demand(config::parse_secret_expiry(config::secret_time_text(*time), now) == time,
         "a time that is shown as another one");
}

void feed_directive(const std::string& text) {
  for (const bool bare : {true, false}) {
    const auto named = config::parse_named_directive(text, bare);
    if (!named)
      demand(!named.error().empty(), "an error without words");
    else
      demand(named->second.count > 0, "storage of no count");
  }
  const auto directive = config::parse_storage_directive(text);
  demand(directive || !directive.error().empty(), "an error without words");
}

} // namespace

void feed(std::string_view bytes) {
  const auto [which, rest] = choose(bytes, 5);
  const std::string text(rest);
  switch (which) {
  case 0:
    return feed_uri(text);
  case 1:
    return feed_argument(text);
  case 2:
    return feed_file(text);
  case 3:
    return feed_expiry(text);
  default:
    return feed_directive(text);
  }
}

} // namespace orrery::fuzz
