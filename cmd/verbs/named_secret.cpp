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

int fail_secret(const Session& session, const std::string& named) {
  return session.fail("secret \"" + one_line(named) + "\" not found");
}

} // namespace orrery::cmd
