#include "cmd/charms/bundle_deployment.hpp"

#include "cmd/charms/bundle_machines.hpp"
#include "cmd/charms/bundle_plan.hpp"
#include "cmd/charms/placement.hpp"
#include "cmd/charms/unread_secrets.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// Carries a plan out; one use.
class BundleRun {
public:
  BundleRun(Session& session,
            const BundlePlan& plan,
            std::map<std::string, store::MachineId> machines)
    : session_{session}, plan_{plan}, machines_{std::move(machines)} {}

  int run() {
    for (const auto& application : plan_.applications) {
      if (session_.output->cancelled() || !create_application(session_, application))
        return Exit::Failed;
      warn_of_unread_secrets(session_, application.name, application.config);
    }
    for (const auto& change : plan_.settings)
      if (session_.output->cancelled() || !configure(change))
        return Exit::Failed;
    for (const auto& change : plan_.constraints)
      if (session_.output->cancelled() || !constrain(change))
        return Exit::Failed;
    for (const auto& upload : plan_.resources)
      if (session_.output->cancelled() || !attach(upload))
        return Exit::Failed;
    for (const auto& change : plan_.trusts)
      if (session_.output->cancelled() || !trust(change))
        return Exit::Failed;
    for (const auto& application : plan_.bundle.applications)
      if (application.exposed && !expose(application.name))
        return Exit::Failed;
    for (const auto index : plan_.unit_order)
      if (!add_units(plan_.bundle.applications[index]))
        return Exit::Failed;
    for (const auto& relation : plan_.relations)
      if (!relate(relation))
        return Exit::Failed;
    session_.out("Deploy of bundle completed.\n");
    return Exit::Fine;
  }

private:
  bool configure(const protocol::SetConfig& change) {
    if (!perform(session_, change,
                 "cannot change the configuration of \"" + change.application + "\""))
      return false;
    std::string names;
    for (const auto& [key, value] : change.set)
      names += (names.empty() ? "" : ", ") + key;
    session_.out("changed the configuration of " + change.application + ": " + names + "\n");
    warn_of_unread_secrets(session_, change.application, change.set);
    return true;
  }

  bool constrain(const protocol::SetConstraints& change) {
    if (!perform(session_, change, "cannot set constraints of \"" + change.application + "\""))
      return false;
    session_.out("set constraints of " + change.application + " to \"" + change.constraints
                 + "\"\n");
    return true;
  }

  bool attach(const protocol::AttachResource& upload) {
    if (!perform(session_, upload, "failed to upload resource \"" + upload.name + "\""))
      return false;
    session_.out("attached resource " + upload.name + " of " + upload.application + "\n");
    return true;
  }

  bool trust(const protocol::SetTrusted& change) {
    const auto doing = std::string("cannot ") + (change.trusted ? "trust \"" : "stop trusting \"")
                       + change.application + "\"";
    if (!perform(session_, change, doing))
      return false;
    session_.out((change.trusted ? "trusts " : "trusts no more: ") + change.application + "\n");
    return true;
  }

  bool expose(const std::string& name) {
    const auto answer =
      perform(session_, protocol::SetExposed{name, true}, "cannot expose \"" + name + "\"");
    if (answer && answer->verdict == protocol::Verdict::Done)
      session_.out("exposed " + name + "\n");
    return answer.has_value();
  }

  bool add_units(const config::BundleApplication& application) {
    const auto contents = read_model(session_);
    if (!contents)
      return false;
    const auto wanted = plan_.units.at(application.name);
    const auto open = open_placements(application, *contents, machines_);
    const auto there = units_of(*contents, application.name).size();
    if (there >= wanted)
      return true;
    return cmd::add_units(session_, application.name,
                          {static_cast<std::uint32_t>(wanted - there), [&](std::uint32_t i) {
                             return place_of(application, open, i, *contents);
                           }});
  }

  /// Where the unit goes that takes number `index` of the placements that are open; nothing for a
  /// machine of its own.
  tl::expected<std::optional<store::MachineId>, std::string>
  place_of(const config::BundleApplication& application,
           const std::vector<std::string>& open,
           std::size_t index,
           const store::Contents& contents) {
    if (index >= open.size())
      return std::nullopt;
    const auto& place = open[index];
    if (place == "new")
      return std::nullopt;
    const auto& machines = plan_.bundle.machines;
    if (std::find(machines.begin(), machines.end(), place) != machines.end())
      return machine(place);
    const auto parts = store::split_unit(place);
    const auto neighbours = units_of(contents, parts ? parts->application : place);
    if (!parts || parts->number >= neighbours.size())
      return tl::unexpected("application \"" + application.name + "\" cannot be placed beside "
                            + place + ": there are " + std::to_string(neighbours.size())
                            + " such units");
    return place_on(neighbours[parts->number], contents);
  }

  /// A machine of the bundle, made when the first unit needs it.
  tl::expected<std::optional<store::MachineId>, std::string> machine(const std::string& name) {
    if (const auto made = machines_.find(name); made != machines_.end())
      return made->second;
    protocol::AddMachine wanted;
    if (const auto given = plan_.bundle.machine_constraints.find(name);
        given != plan_.bundle.machine_constraints.end())
      wanted.constraints = given->second.text();
    const auto answer = run_command(session_, wanted);
    const auto id = store::parse_id(answer.created);
    if (!answer.ok() || !id)
      return tl::unexpected("cannot add machine \"" + name + "\" of the bundle: " + answer.text);
    session_.out("created machine " + answer.created + " for the bundle's machine " + name + "\n");
    machines_[name] = *id;
    return *id;
  }

  bool relate(const protocol::AddRelation& relation) {
    const auto text = relation.application + ":" + relation.endpoint + " and "
                      + relation.other_application + ":" + relation.other_endpoint;
    if (session_.output->cancelled() || !perform(session_, relation, "cannot relate " + text))
      return false;
    session_.out("related " + text + "\n");
    return true;
  }

  Session& session_;
  const BundlePlan& plan_;
  std::map<std::string, store::MachineId> machines_;
};

} // namespace

namespace {

/// Says of a file that is not called as bundles are why it was read as one; else empty.
std::string why_a_bundle(const std::filesystem::path& file) {
  const auto extension = file.extension();
  return extension == ".yaml" || extension == ".yml"
           ? std::string()
           : " (" + file.string()
               + " is no directory, and its name does not end in .charm, so it is read as a "
                 "bundle)";
}

} // namespace

int deploy_bundle(Session& session,
                  const std::filesystem::path& file,
                  const std::vector<std::filesystem::path>& overlays,
                  const BundleStorage& storage,
                  bool force) {
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  const auto plan = plan_bundle(session, *contents, file, overlays, storage, force);
  if (!plan)
    return session.fail("cannot deploy bundle: " + plan.error() + why_a_bundle(file));
  return BundleRun{session, *plan, bundle_machines(plan->bundle, *contents)}.run();
}

} // namespace orrery::cmd
