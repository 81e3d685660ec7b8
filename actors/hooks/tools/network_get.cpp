#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/relation.hpp"

#include <algorithm>

namespace orrery::hooks {
namespace {

using config::Data;

bool is_binding(const HookSight& sight, const std::string& name) {
  if (name == "juju-info" || sight.bindings.contains(name))
    return true;
  return std::any_of(sight.relations.begin(), sight.relations.end(),
                     [&](const auto& entry) { return entry.second.endpoint == name; });
}

std::string subnet(const HookSight& sight) {
  return sight.address + "/32";
}

/// All of a binding. YAML also carries the keys from before Juju 2.4 that old charms read.
Data everything(const HookSight& sight, bool legacy) {
  Data address = Data::map().add("hostname", "");
  if (legacy)
    address.add("address", sight.address);
  address.add("value", sight.address).add("cidr", subnet(sight));
  Data interface = Data::map().add("mac-address", "").add("interface-name", "lo");
  if (legacy)
    interface.add("macaddress", "").add("interfacename", "lo");
  interface.add("addresses", Data::list().push(std::move(address)));
  return Data::map()
    .add("bind-addresses", Data::list().push(std::move(interface)))
    .add("egress-subnets", Data::list({subnet(sight)}))
    .add("ingress-addresses", Data::list({sight.address}));
}

/// Returns what the flags ask for, sorted by key.
Data asked(const Task& task) {
  Data fields = Data::map();
  for (const char* key : {"bind-address", "egress-subnets", "ingress-address"}) {
    if (!task.flags.on(key))
      continue;
    const bool subnets = std::string_view(key) == "egress-subnets";
    fields.add(key, subnets ? Data::list({subnet(task.sight)}) : Data(task.sight.address));
  }
  return fields;
}

ToolDone answer(const Task& task) {
  const Data fields = asked(task);
  if (task.flags.on("primary-address")) {
    if (fields.size() != 0)
      return failed("--primary-address must be the only flag specified");
    return printed(task, task.sight.address);
  }
  if (fields.size() == 0)
    return printed(task, everything(task.sight, task.flags.text("format") != "json"));
  if (fields.size() == 1)
    return printed(task, fields.child(0));
  return printed(task, fields);
}

ToolOutcome network_get(Task& task) {
  if (task.flags.positional.empty())
    return misused("no arguments specified");
  const std::string& binding = task.flags.positional.front();
  if (binding.empty())
    return misused("no binding name specified");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (const auto relation = chosen_relation(task); !relation && !task.flags.text("r").empty())
    return relation.error();
  if (!is_binding(task.sight, binding) || task.sight.address.empty())
    return failed("no network config found for binding " + in_quotes(binding));
  return answer(task);
}

} // namespace

Tool network_get_tool() {
  return {"network-get",
          "BINDING",
          "Print the network configuration of an endpoint.",
          true,
          {relation_flag(),
           {{"bind-address"}, true, "", "The address on which the unit should listen"},
           {{"ingress-address"}, true, "", "The address at which others reach the unit"},
           {{"egress-subnets"}, true, "", "The subnets from which the unit's traffic comes"},
           {{"primary-address"}, true, "", "(deprecated) the address on which to listen"}},
          network_get};
}

} // namespace orrery::hooks
