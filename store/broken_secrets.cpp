#include "store/broken_secrets.hpp"

#include "store/codec.hpp"
#include "store/violations.hpp"

#include <set>
#include <utility>

namespace orrery::store {

namespace {

using Numbered = std::pair<std::string, std::uint32_t>;

/// Revisions that secrets have.
std::set<Numbered> revisions_of(const Contents& contents) {
  std::set<Numbered> revisions;
  for (const auto& [id, secret] : contents.secrets)
    for (const SecretRevisionSeen& seen : secret.revisions)
      revisions.emplace(id, seen.number);
  return revisions;
}

void check_content(const Contents& contents,
                   const SecretRevision& content,
                   bool is_expected,
                   Violations& violations) {
  const auto secret = contents.secrets.find(content.secret);
  if (!is_expected)
    violations.say("a content of secret ", content.secret, " is kept as revision ", content.number,
                   ", which it does not have (SE37)");
  else if (secret != contents.secrets.end() && secret->second.owner != content.owner)
    violations.say("revision ", content.number, " of secret ", content.secret,
                   " is kept as one of '", content.owner, "', and it is of '", secret->second.owner,
                   "'");
}

} // namespace

tl::expected<std::vector<std::string>, StoreError> broken_secrets(const Snapshot& snapshot,
                                                                  const Contents& contents) {
  Violations violations;
  std::set<Numbered> missing = revisions_of(contents);
  const auto scanned = snapshot.scan("T", [&](std::string_view key, std::string_view value) {
    const auto record = decode(key, value);
    const auto* const content = record ? std::get_if<SecretRevision>(&*record) : nullptr;
    if (content == nullptr)
      violations.say("a content of a secret cannot be read: ",
                     record ? "its key is another's" : record.error().what);
    else
      check_content(contents, *content, missing.erase({content->secret, content->number}) > 0,
                    violations);
    return true;
  });
  if (!scanned)
    return tl::unexpected(scanned.error());
  for (const auto& [id, number] : missing)
    violations.say("revision ", number, " of secret ", id, " has no content (SE4)");
  return std::move(violations).take();
}

} // namespace orrery::store
