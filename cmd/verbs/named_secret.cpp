#include "cmd/verbs/named_secret.hpp"

#include "cmd/client/terminal_text.hpp"
#include "config/secret_reference.hpp"

namespace orrery::cmd {

const store::Secret* find_secret(const store::Contents& contents, const std::string& named) {
  if (const auto id = config::parse_secret_uri(named))
    if (const auto found = contents.secrets.find(*id); found != contents.secrets.end())
      return &found->second;
  for (const auto& [id, secret] : contents.secrets)
    if (secret.owner.empty() && secret.label == named)
      return &secret;
  return nullptr;
}

std::optional<store::Contents> read_secret(Session& session,
                                           const std::string& named,
                                           std::vector<std::string> explain::Named::*how) {
  explain::Named wanted;
  if (const auto id = config::parse_secret_uri(named)) {
    wanted.*how = {*id};
    auto contents = read_named(session, wanted);
    if (!contents || contents->secrets.contains(*id))
      return contents;
  }
  auto users = read_named(session, {.with_users_secrets = true});
  if (!users)
    return users;
  const store::Secret* const secret = find_secret(*users, named);
  if (secret == nullptr)
    return users;
  wanted.*how = {secret->id};
  return read_named(session, wanted);
}

int fail_secret(const Session& session, const std::string& named) {
  return session.fail("secret \"" + one_line(named) + "\" not found");
}

} // namespace orrery::cmd
