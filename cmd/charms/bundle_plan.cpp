#include "cmd/charms/bundle_plan.hpp"

#include "actors/rules/endpoints.hpp"
#include "actors/rules/storage_ranges.hpp"
#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/host_constraints.hpp"
#include "cmd/charms/meant_relations.hpp"
#include "cmd/charms/storage_directives.hpp"
#include "cmd/session/this_host.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace orrery::cmd {

namespace {

using Problem = tl::unexpected<std::string>;

/// `FILE:LINE: text` for something about one of the bundle's applications.
std::string about(const config::Bundle& bundle,
                  const config::BundleApplication& application,
                  const std::string& text) {
  return bundle.file + ":" + std::to_string(application.line) + ": application \""
         + application.name + "\": " + text;
}

/// Options that the bundle sets otherwise than they are set; those that it does not name stay.
std::optional<protocol::SetConfig> changed_settings(const store::Contents& model,
                                                    const PreparedApplication& wanted) {
  const auto config = model.configs.find(wanted.name);
  const store::Settings set =
    config == model.configs.end() ? store::Settings{} : config->second.values;
  protocol::SetConfig change;
  change.application = wanted.name;
  for (const auto& [key, value] : wanted.config)
    if (const auto is_set = set.find(key); is_set == set.end() || is_set->second != value)
      change.set[key] = value;
  return change.set.empty() ? std::nullopt : std::optional(change);
}

/// Plans other bytes for resources of an application that is there; those that it does not name
/// stay.
void plan_resources(const store::Contents& model,
                    const PreparedApplication& wanted,
                    BundlePlan& plan) {
  const auto there = model.resources.find(wanted.name);
  for (const auto& [name, upload] : wanted.uploads.all) {
    if (there != model.resources.end())
      if (const auto had = there->second.all.find(name);
          had != there->second.all.end() && had->second.hash == upload.hash)
        continue;
    plan.resources.push_back({wanted.name, name, upload});
    plan.holds.push_back(wanted.uploads.hold);
  }
}

/// Plans what the bundle says otherwise of an application that is there; the rest stays as it is.
void plan_changes(const store::Contents& model,
                  const store::Application& existing,
                  const config::BundleApplication& wanted,
                  const PreparedApplication& prepared,
                  BundlePlan& plan) {
  plan_resources(model, prepared, plan);
  if (auto change = changed_settings(model, prepared))
    plan.settings.push_back(std::move(*change));
  if (wanted.constraints_given && prepared.constraints != existing.constraints.text()
      && !existing.subordinate)
    plan.constraints.push_back({wanted.name, prepared.constraints});
  if (wanted.trust_given && wanted.trusted != existing.trusted)
    plan.trusts.push_back({wanted.name, wanted.trusted});
}

/// Holds an application's constraints against this host and its charm.
/// @returns those that it gets, as text
tl::expected<std::string, std::string> planned_constraints(Session& session,
                                                           const config::BundleApplication& wanted,
                                                           bool is_subordinate) {
  if (wanted.constraints.values.empty())
    return std::string();
  if (is_subordinate) {
    warn(session,
         {"application \"" + wanted.name
          + "\": constraints do not apply to subordinate applications: they are left out"});
    return std::string();
  }
  const render::Host host = this_host();
  if (auto why = misfit(wanted.constraints, host); !why.empty())
    return tl::unexpected(std::move(why));
  warn(session, shortages(wanted.constraints, host));
  return wanted.constraints.text();
}

/// Holds the constraints of the bundle's machines against this host.
tl::expected<void, std::string> check_machines(Session& session, const config::Bundle& bundle) {
  const render::Host host = this_host();
  for (const auto& [name, constraints] : bundle.machine_constraints) {
    if (const auto why = misfit(constraints, host); !why.empty())
      return Problem{bundle.file + ": machine \"" + name + "\": " + why};
    warn(session, shortages(constraints, host));
  }
  return {};
}

/// Whether an application has a charm with these very files: each refresh gives them a revision of
/// their own (P4).
bool has_files_of(const store::Contents& model,
                  const store::Application& application,
                  const store::Charm& charm) {
  const auto found = model.charms.find(application.charm);
  return found != model.charms.end() && found->second.name == charm.name
         && found->second.directory == charm.directory;
}

/// Makes one application of the plan. `model` gets what will be there.
tl::expected<void, std::string> plan_application(Session& session,
                                                 config::BundleApplication& wanted,
                                                 bool force,
                                                 BundlePlan& plan,
                                                 store::Contents& model,
                                                 std::map<std::string, store::Charm>& taken) {
  const auto source = CharmSource::open(session.orchestrator->data_directory(), wanted.charm);
  if (!source)
    return Problem{about(plan.bundle, wanted, source.error())};
  const auto& charm = source->charm();
  if (const auto trouble = check_charm(session, charm, force); !trouble.empty())
    return Problem{about(plan.bundle, wanted, trouble)};
  if (charm.subordinate && ((wanted.units_given && wanted.units > 0) || !wanted.to.empty()))
    return Problem{
      about(plan.bundle, wanted, "a subordinate has no num_units and no placement of its own")};
  plan.units[wanted.name] = charm.subordinate ? 0 : wanted.units;
  const auto existing = model.applications.find(wanted.name);
  if (existing == model.applications.end() || existing->second.life != store::Life::Alive)
    if (const auto trouble = name_trouble(model, wanted.name, charm.name); !trouble.empty())
      return Problem{about(plan.bundle, wanted, trouble)};
  if (const auto taken_out = take_trust(wanted, charm); !taken_out)
    return Problem{about(plan.bundle, wanted, taken_out.error())};
  auto prepared = prepare_application(session, model, wanted.name, *source,
                                      {wanted.options, wanted.readings}, taken);
  if (!prepared)
    return Problem{about(plan.bundle, wanted, prepared.error())};
  prepared->trusted = wanted.trusted;
  auto uploads = upload_resources(session, filenames_of(charm.resources), wanted.resources);
  if (!uploads)
    return Problem{about(plan.bundle, wanted, uploads.error())};
  prepared->uploads = std::move(*uploads);
  auto constraints = planned_constraints(session, wanted, charm.subordinate);
  if (!constraints)
    return Problem{about(plan.bundle, wanted, constraints.error())};
  prepared->constraints = std::move(*constraints);
  for (const auto& [storage, directive] : wanted.storage)
    prepared->storage[storage] = directive_record(directive);
  if (const auto refusal = rules::refuses_directives(prepared->charm, prepared->storage))
    return Problem{about(plan.bundle, wanted, refusal->text)};
  if (existing != model.applications.end()) {
    if (has_files_of(model, existing->second, prepared->charm)) {
      plan_changes(model, existing->second, wanted, *prepared, plan);
      return {};
    }
    return Problem{
      about(plan.bundle, wanted,
            "is deployed from another charm (" + existing->second.charm + "): "
              + (can_refresh_to(model, existing->second, charm.name)
                   ? "\"orrery refresh " + wanted.name + " --path " + wanted.charm.string()
                       + "\" gives it this one, then deploy the bundle again"
                   : std::string{"remove it first, or give the bundle's another name"}))};
  }
  store::Application record;
  record.name = wanted.name;
  record.charm = prepared->charm.url;
  record.subordinate = charm.subordinate;
  model.applications[wanted.name] = record;
  model.charms[prepared->charm.url] = prepared->charm;
  plan.applications.push_back(std::move(*prepared));
  return {};
}

/// ST7
tl::expected<void, std::string> direct_storage(config::Bundle& bundle,
                                               const BundleStorage& storage) {
  for (const auto& [name, directives] : storage) {
    const auto wanted =
      std::find_if(bundle.applications.begin(), bundle.applications.end(),
                   [sought = name](const auto& each) { return each.name == sought; });
    if (wanted == bundle.applications.end())
      return Problem{"--storage is for application \"" + name + "\", which " + bundle.file
                     + " does not have"};
    for (const auto& [key, directive] : directives)
      wanted->storage[key] = directive;
  }
  return {};
}

/// Refuses directives for applications that are there and have others (ST7): units have their
/// storage already.
tl::expected<void, std::string> check_directed(const store::Contents& model,
                                               const config::Bundle& bundle,
                                               const BundleStorage& storage) {
  for (const auto& [name, directives] : storage)
    if (const auto there = model.applications.find(name); there != model.applications.end())
      for (const auto& [key, directive] : directives) {
        const auto has = there->second.storage.find(key);
        if (has == there->second.storage.end() || has->second != directive_record(directive))
          return Problem{
            bundle.file + ": --storage " + name + ":" + key
            + " is for an application that is deployed already: \"orrery refresh " + name
            + " --path CHARM --storage\" directs storage to come, \"orrery add-storage\" "
            + "gives its units more"};
      }
  return {};
}

/// Infers each relation, and plans those that the model has not; the bundle may name one twice.
tl::expected<void, std::string>
plan_relations(Session& session, const store::Contents& model, BundlePlan& plan) {
  MeantRelations meant;
  for (std::size_t i = 0; i < plan.bundle.relations.size(); ++i) {
    const auto& [first, second] = plan.bundle.relations[i];
    const int line = plan.bundle.relation_lines[i];
    const std::string place = plan.bundle.file + ":" + std::to_string(line) + ": relation [" + first
                              + ", " + second + "]: ";
    auto relation = rules::infer_relation(model, first, second);
    if (!relation)
      return Problem{place + relation.error().text};
    if (const auto doubled = meant.doubled(*relation, line); !doubled.empty())
      warn(session, {place + doubled});
    else if (!is_related(model, *relation))
      plan.relations.push_back(std::move(*relation));
  }
  return {};
}

} // namespace

tl::expected<void, std::string> order_units(BundlePlan& plan) {
  std::set<std::string> done;
  const auto& applications = plan.bundle.applications;
  while (done.size() < applications.size()) {
    const auto before = done.size();
    for (std::size_t i = 0; i < applications.size(); ++i) {
      const auto& to = applications[i].to;
      const auto waits = std::any_of(to.begin(), to.end(), [&](const std::string& place) {
        const std::string target{store::application_of(place)};
        return plan.units.contains(target) && !done.contains(target);
      });
      if (!waits && done.insert(applications[i].name).second)
        plan.unit_order.push_back(i);
    }
    if (done.size() == before)
      return Problem{plan.bundle.file
                     + ": the placements (to) of its applications wait for each other in a circle"};
  }
  return {};
}

tl::expected<BundlePlan, std::string>
plan_bundle(Session& session,
            const store::Contents& contents,
            const std::filesystem::path& file,
            const std::vector<std::filesystem::path>& overlays,
            const BundleStorage& storage,
            bool force) {
  auto bundle = config::load_bundle(file, overlays);
  if (!bundle)
    return Problem{bundle.error().text()};
  BundlePlan plan;
  plan.bundle = std::move(*bundle);
  if (auto directed = direct_storage(plan.bundle, storage); !directed)
    return Problem{directed.error()};
  if (auto directed = check_directed(contents, plan.bundle, storage); !directed)
    return Problem{directed.error()};
  warn(session, plan.bundle.warnings);
  if (const auto fitting = check_machines(session, plan.bundle); !fitting)
    return Problem{fitting.error()};
  auto model = contents;
  std::map<std::string, store::Charm> taken;
  for (auto& wanted : plan.bundle.applications)
    if (auto planned = plan_application(session, wanted, force, plan, model, taken); !planned)
      return Problem{planned.error()};
  if (auto ordered = order_units(plan); !ordered)
    return Problem{ordered.error()};
  if (auto planned = plan_relations(session, model, plan); !planned)
    return Problem{planned.error()};
  return plan;
}

} // namespace orrery::cmd
