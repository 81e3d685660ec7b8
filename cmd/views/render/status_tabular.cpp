#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "cmd/views/render/storage.hpp"
#include "cmd/views/render/table.hpp"
#include "config/counted.hpp"

#include <map>

namespace orrery::render {
namespace {

constexpr std::size_t longest_message = 120;
constexpr std::size_t longest_error = 320;
constexpr std::size_t longest_version = 15;

Cell plain(const std::string& text) {
  return {escaped(text), Colour::None};
}

Cell status_word(const std::string& status) {
  return {escaped(status), colour_of(status)};
}

Cell message(const std::string& text) {
  return {cut(escaped(text), longest_message), Colour::None};
}

/// A message beside a workload status. That of a failed hook has bounds of its own
/// (failed_hook.hpp) and ends in why it failed.
Cell message_of(const std::string& status, const std::string& text) {
  return status == "error" ? Cell{cut_middle(escaped(text), longest_error), Colour::None}
                           : message(text);
}

/// `80,443/tcp 53/udp`.
std::string ports_text(const UnitPicture& unit) {
  if (unit.reported == nullptr)
    return "";
  std::map<std::string, std::string> by_protocol;
  for (const store::Port& port : open_ranges(*unit.reported)) {
    std::string& list = by_protocol[port.protocol];
    const std::string range = port_text(port);
    list.append(list.empty() ? "" : ",").append(range, 0, range.find('/'));
  }
  std::string text;
  for (const auto& [protocol, list] : by_protocol)
    text += (text.empty() ? "" : " ") + list + (protocol == "icmp" ? "" : "/" + protocol);
  return text;
}

std::string unit_message(const UnitPicture& unit) {
  std::string text = unit.state.workload->message;
  if (text.empty() && unit.state.agent->value == "allocating")
    text = unit.state.agent->message;
  if (unit.state.workload->value != "error")
    text = told(text, unit.unit->life, unit.waiting_on);
  else if (unit.unit->life != store::Life::Alive) // its failed hook is what it waits for
    text = std::string(to_string(unit.unit->life)) + "; " + text;
  std::string runs = running_hook(*unit.state.agent);
  if (runs.empty())
    runs = running_action(*unit.state.agent);
  if (const std::string user = debugging_user(*unit.state.agent); !user.empty())
    runs += (runs.empty() ? "" : ", ") + ("debugged by " + user);
  return runs.empty() ? text : "(" + runs + ") " + text;
}

void add_unit(Table& table, const UnitPicture& unit, bool nested) {
  const bool placed = !nested && unit.unit->assigned;
  table.add(
    {{(nested ? "  " : "") + escaped(unit.unit->name) + (unit.leader ? "*" : ""), Colour::None},
     status_word(unit.state.workload->value),
     status_word(unit.state.agent->value),
     plain(placed ? std::to_string(unit.unit->machine) : ""),
     plain(std::string(unit.address)),
     plain(ports_text(unit)),
     message_of(unit.state.workload->value, unit_message(unit))});
  for (const UnitPicture& subordinate : unit.subordinates)
    add_unit(table, subordinate, true);
}

std::string scale(const ApplicationPicture& application) {
  const std::string wanted = std::to_string(application.wanted);
  return application.ready == application.wanted ? wanted
                                                 : std::to_string(application.ready) + "/" + wanted;
}

Table model_table(const Picture& picture, const StatusOptions& options) {
  Table table({{"Model"}, {"Controller"}, {"Cloud/Region"}, {"Version"}, {"Timestamp"}});
  table.add({plain(picture.model->name), plain("orrery"), plain("local"),
             plain(std::string(presented_version)), plain(options.time.of_day(options.now))});
  return table;
}

Table application_table(const Picture& picture) {
  Table table({{"App"},
               {"Version"},
               {"Status"},
               {"Scale", true},
               {"Charm"},
               {"Channel"},
               {"Rev", true},
               {"Exposed"},
               {"Message"}});
  for (const ApplicationPicture& each : picture.applications)
    table.add({plain(each.application->name),
               {cut(escaped(each.version), longest_version), Colour::None},
               status_word(each.status.value),
               plain(scale(each)),
               plain(each.charm != nullptr ? each.charm->name : each.application->charm),
               plain(""),
               plain(each.charm != nullptr ? std::to_string(each.charm->revision) : ""),
               plain(each.application->exposed ? "yes" : "no"),
               message_of(each.status.value,
                          told(each.status.message, each.application->life, each.waiting_on))});
  return table;
}

Table unit_table(const Picture& picture) {
  Table table(
    {{"Unit"}, {"Workload"}, {"Agent"}, {"Machine"}, {"Public address"}, {"Ports"}, {"Message"}});
  for (const ApplicationPicture& application : picture.applications)
    picture.roll.each_of(application.application->name,
                         [&table](const UnitPicture& unit) { add_unit(table, unit, false); });
  return table;
}

Table machine_table(const Picture& picture) {
  Table table({{"Machine"}, {"State"}, {"Address"}, {"Inst id"}, {"Base"}, {"AZ"}, {"Message"}});
  for (const MachinePicture& each : picture.machines) {
    const store::Machine& machine = *each.machine;
    const bool draining =
      machine.draining && machine.life == store::Life::Alive && !each.waiting_on.empty();
    table.add({plain(std::to_string(machine.id)),
               status_word(machine.status.value.empty() ? "pending" : machine.status.value),
               plain(machine.address), plain(machine.instance), plain(base_text()), plain(""),
               message(draining ? "draining: " + each.waiting_on
                                : told(each.instance.message, machine.life, each.waiting_on))});
  }
  return table;
}

Table relation_table(const Picture& picture) {
  Table table({{"Integration provider"}, {"Requirer"}, {"Interface"}, {"Type"}, {"Message"}});
  for (const RelationPicture& each : picture.relations)
    table.add({plain(each.provider), plain(each.requirer), plain(each.relation->interface),
               plain(each.type), message(each.message)});
  return table;
}

/// The lines that a model begins with for which no screen has room; none for a smaller one.
std::string beginning(const Picture& picture) {
  constexpr std::size_t large = 100; // units, or machines
  std::size_t units = 0;
  for (const ApplicationPicture& each : picture.applications)
    units += each.wanted;
  if (units <= large && picture.machines.size() <= large)
    return "";
  const Totals totals = totals_of(picture);
  return config::counted(units, "unit") + ": " + counts_text(totals.units) + "\n"
         + config::counted(picture.machines.size(), "machine") + ": " + counts_text(totals.machines)
         + "\n(status error shows what is in error, status --format summary counts the rest)\n\n";
}

} // namespace

void status_tabular(Pieces& pieces,
                    const Index& index,
                    const Picture& picture,
                    const StatusOptions& options) {
  pieces.text() += beginning(picture);
  model_table(picture, options).write(pieces, options.colour);
  const auto section = [&](const Table& table) {
    if (table.empty())
      return;
    pieces.text() += '\n';
    table.write(pieces, options.colour);
  };
  section(application_table(picture));
  section(unit_table(picture));
  section(machine_table(picture));
  if (options.relations)
    section(relation_table(picture));
  if (options.storage)
    section(storage_table(index.contents(), true));
}

void status_machines(Pieces& pieces, const Picture& picture, const StatusOptions& options) {
  machine_table(picture).write(pieces, options.colour);
}

} // namespace orrery::render
