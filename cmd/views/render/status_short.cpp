#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"

#include <algorithm>
#include <utility>

namespace orrery::render {
namespace {

void append(std::string& out, const UnitPicture& unit, std::size_t indent) {
  out.append(indent, ' ');
  out += "- " + escaped(unit.unit->name) + ": " + escaped(unit.address)
         + " (agent:" + escaped(unit.state.agent->value)
         + ", workload:" + escaped(unit.state.workload->value) + ")";
  const char* before = " ";
  if (unit.reported != nullptr)
    for (const store::Port& port : open_ranges(*unit.reported))
      out += std::exchange(before, ", ") + escaped(port_text(port));
  out += '\n';
  for (const UnitPicture& subordinate : unit.subordinates)
    append(out, subordinate, indent + 2);
}

} // namespace

std::vector<store::Port> open_ranges(const store::UnitStatus& status) {
  std::vector<store::Port> ranges = status.ports;
  for (store::Port& port : ranges)
    port.endpoint.clear();
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end()); // they are sorted
  return ranges;
}

void status_short(Pieces& pieces, const Picture& picture) {
  for (const ApplicationPicture& application : picture.applications)
    picture.roll.each_of(application.application->name, [&pieces](const UnitPicture& unit) {
      append(pieces.text(), unit, 0);
      pieces.cut();
    });
}

} // namespace orrery::render
