#include "test/crash/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

/// Steps of secrets: what users ask, and what hooks change when they succeed.
namespace orrery::test {

namespace {

using WantedOfSecret = std::optional<protocol::Command>;

const store::Secret* secret_of(const store::Contents& all, const std::string& id) {
  const auto found = all.secrets.find(id);
  return found == all.secrets.end() ? nullptr : &found->second;
}

protocol::SecretValue value_of(const std::string& text) {
  return {"sealed " + text, "mark of " + text};
}

} // namespace

Step add_secret(const std::string& id, const std::string& name) {
  return {"add-secret " + name, [=](const store::Contents& all) -> WantedOfSecret {
            if (secret_of(all, id) != nullptr)
              return std::nullopt;
            protocol::ChangeUserSecret added{id, {}};
            added.change.added_for = "";
            added.change.label = name;
            added.change.value = value_of(name);
            return added;
          }};
}

Step update_secret(const std::string& id, std::uint32_t revision) {
  return {fmt::format("update-secret {}, to revision {}", id, revision),
          [=](const store::Contents& all) -> WantedOfSecret {
            const store::Secret* secret = secret_of(all, id);
            if (secret == nullptr || secret->newest >= revision)
              return std::nullopt;
            protocol::ChangeUserSecret changed{id, {}};
            changed.change.value = value_of(std::to_string(revision));
            return changed;
          }};
}

Step grant_secret(const std::string& id, const std::string& application) {
  return {"grant-secret " + id + " " + application,
          [=](const store::Contents& all) -> WantedOfSecret {
            if (all.secret_grants.contains({id, application}))
              return std::nullopt;
            protocol::ChangeUserSecret changed{id, {}};
            changed.change.grants[application] = std::nullopt;
            return changed;
          }};
}

Step revoke_secret(const std::string& id, const std::string& application) {
  return {"revoke-secret " + id + " " + application,
          [=](const store::Contents& all) -> WantedOfSecret {
            if (!all.secret_grants.contains({id, application}))
              return std::nullopt;
            protocol::ChangeUserSecret changed{id, {}};
            changed.change.revoked = {application};
            return changed;
          }};
}

Step remove_secret(const std::string& id) {
  return {"remove-secret " + id, [=](const store::Contents& all) -> WantedOfSecret {
            if (secret_of(all, id) == nullptr)
              return std::nullopt;
            protocol::ChangeUserSecret changed{id, {}};
            changed.change.removed = true;
            return changed;
          }};
}

Step read_secret(const std::string& unit, const std::string& id) {
  return {
    unit + " reads " + id, [=](const store::Contents& all) -> WantedOfSecret {
      const store::Secret* secret = secret_of(all, id);
      const auto known = all.secret_consumers.find({unit, id});
      const bool is_pinned = known != all.secret_consumers.end();
      if (secret == nullptr
          || (is_pinned && known->second.revision == store::latest_revision(*secret)))
        return std::nullopt;
      return protocol::TrackSecret{unit, id, secret->owner, store::latest_revision(*secret), {}};
    }};
}

Step change_secret(const std::string& unit,
                   const std::string& id,
                   const std::string& text,
                   const protocol::SecretChange& change) {
  Step step{"a hook of " + unit + " changes secret " + id + ": " + text,
            [=](const store::Contents& all) -> WantedOfSecret {
              const store::Secret* secret = secret_of(all, id);
              if (change.added_for ? secret != nullptr : secret == nullptr)
                return std::nullopt;
              protocol::FlushHook flush{unit, {}, {}, {}, {}};
              flush.secrets[id] = change;
              return flush;
            }};
  step.lasts = change.added_for.has_value(); // records do not tell which content is sealed
  return step;
}

Step grant_over(const std::string& unit, const std::string& id, const std::string& application) {
  return {"a hook of " + unit + " grants secret " + id + " to " + application,
          [=](const store::Contents& all) -> WantedOfSecret {
            const std::string own(store::application_of(unit));
            const auto relation =
              std::find_if(all.relations.begin(), all.relations.end(), [&](const auto& entry) {
                const auto& ends = entry.second.ends;
                return ends.size() == 2 && ends[0].application != ends[1].application
                       && (ends[0].application == own || ends[1].application == own);
              });
            if (relation == all.relations.end() || all.secret_grants.contains({id, application}))
              return std::nullopt;
            protocol::FlushHook flush{unit, {}, {}, {}, {}};
            flush.secrets[id].grants[application] = relation->first;
            return flush;
          }};
}

Step change_secret_in(const std::string& unit,
                      const std::string& hook,
                      const std::string& id,
                      const protocol::SecretChange& change) {
  return {hook + " of " + unit + " changes secret " + id, {}, [=](SimulatedWorld& world) {
            world.hooks().script(unit, hook, [=](const auto&, hooks::HookState& state) {
              state.secrets.sealed[id] = change;
            });
          }};
}

Step note_secrets_due(const std::string& application) {
  Step step{"the time of secrets of " + application + " comes",
            [=](const store::Contents& all) -> WantedOfSecret {
              if (!all.applications.contains(application))
                return std::nullopt;
              return protocol::NoteSecretsDue{application};
            }};
  step.lasts = false;
  step.may_be_needless = true;
  return step;
}

protocol::SecretChange new_content(const std::string& text) {
  protocol::SecretChange change;
  change.value = value_of(text);
  return change;
}

} // namespace orrery::test
