#include "cmd/simulate/operator.hpp"
#include "cmd/simulate/simulated_secrets.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

/// Commands of an operator about secrets of his own. A content is in the clear in what is drawn.
namespace orrery::simulate {

protocol::Command Operator::add_secret(const store::Contents& contents) {
  protocol::ChangeUserSecret added{draw_secret_id(random_), {}};
  added.change.added_for = "";
  added.change.label = contents.secrets.empty() || !random_.one_in(habits_.mistakes)
                         ? fmt::format("own-{}", random_.below(1'000'000))
                         : contents.secrets.begin()->second.label;
  added.change.value = {std::to_string(random_.below(1000)), {}};
  return added;
}

protocol::Command Operator::secret(const store::Contents& contents) {
  constexpr std::size_t most = 24;
  std::vector<std::string> own;
  for (const auto& [id, secret] : contents.secrets)
    if (secret.owner.empty())
      own.push_back(id);
  for (const auto& [key, reader] : contents.secret_consumers)
    if (reader.owner.empty())
      own.push_back(reader.secret); // more often: readers are told of what is new
  if (own.empty() || (contents.secrets.size() < most && !sated_ && random_.one_in(5)))
    return add_secret(contents);
  const bool is_mistaken = random_.one_in(habits_.mistakes);
  protocol::ChangeUserSecret changed{is_mistaken ? draw_secret_id(random_) : random_.any(own), {}};
  protocol::SecretChange& change = changed.change;
  switch (random_.below(10)) {
  case 0:
    change.auto_prune = random_.one_in(2);
    break;
  case 1:
  case 2:
  case 3:
    change.value = {std::to_string(random_.below(1000)), {}};
    break;
  case 4:
    change.revoked = {application(contents)};
    for (const auto& [key, grant] : contents.secret_grants)
      if (grant.secret == changed.secret)
        change.revoked = {grant.subject};
    break;
  case 5:
    change.removed = true;
    break;
  case 6:
    change.pruned = {1 + static_cast<std::uint32_t>(random_.below(3))};
    break;
  default:
    change.grants[application(contents)] = std::nullopt;
    break;
  }
  return changed;
}

} // namespace orrery::simulate
