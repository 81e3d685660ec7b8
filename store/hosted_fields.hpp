#pragma once

#include "store/hosted_records.hpp"
#include "store/some.hpp"

/// Fields of models that the process hosts, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<HostedModel> auto& hosted, auto& visit) {
  auto& [uuid, name, owner, state, created, since, force, max_wait, has_timeout, timeout] = hosted;
  visit("uuid", uuid); visit("name", name); visit("owner", owner); visit("state", state);
  visit("created", created); visit("since", since); visit("force", force);
  visit("max_wait", max_wait); visit("has_timeout", has_timeout); visit("timeout", timeout);
}
// clang-format on

} // namespace orrery::store
