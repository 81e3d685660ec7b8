#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace orrery::render {
namespace {

/// Lines of a name, aligned to the right, and a value.
class SummaryLines {
public:
  void add(std::string name, std::string value) {
    lines_.push_back({std::move(name), std::move(value)});
  }
  [[nodiscard]] std::string text() const {
    std::size_t widest = 0;
    for (const auto& [name, value] : lines_)
      widest = std::max(widest, width(name));
    std::string out;
    for (const auto& [name, value] : lines_) {
      if (!name.empty())
        out.append(widest - width(name), ' ').append(name).append("  ").append(value);
      out += '\n';
    }
    return out;
  }

private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

using Counts = std::map<std::string, std::size_t>;

struct Totals {
  Counts machines, units;
  std::set<store::Port> ports;
  std::size_t unit_count = 0;

  void take_in(const UnitPicture& unit) {
    ++unit_count;
    ++units[unit.state.workload->value];
    if (unit.reported != nullptr)
      ports.insert(unit.reported->ports.begin(), unit.reported->ports.end());
    for (const UnitPicture& subordinate : unit.subordinates)
      take_in(subordinate);
  }
};

std::string bracketed(std::size_t count) {
  std::string text = "(";
  return text.append(std::to_string(count)).append(")");
}

void add_counts(SummaryLines& lines,
                const std::string& title,
                std::size_t total,
                const Counts& counts) {
  lines.add("# " + title + ":", bracketed(total));
  for (const auto& [word, count] : counts)
    lines.add(escaped(word) + ":", std::to_string(count));
  lines.add("", "");
}

} // namespace

void status_summary(Pieces& pieces, const Picture& picture) {
  Totals totals;
  for (const MachinePicture& machine : picture.machines)
    ++totals.machines[machine.machine->status.value.empty() ? "pending"
                                                            : machine.machine->status.value];
  for (const ApplicationPicture& application : picture.applications)
    picture.roll.each_of(application.application->name,
                         [&totals](const UnitPicture& unit) { totals.take_in(unit); });
  std::string ports;
  for (const store::Port& port : totals.ports)
    ports.append(ports.empty() ? "" : ", ").append(escaped(port_text(port)));
  SummaryLines lines;
  lines.add("Utilizing ports:", ports);
  add_counts(lines, "Machines", picture.machines.size(), totals.machines);
  add_counts(lines, "Units", totals.unit_count, totals.units);
  lines.add("# Applications:", bracketed(picture.applications.size()));
  for (const ApplicationPicture& each : picture.applications)
    lines.add(escaped(each.application->name) + ":",
              std::to_string(each.ready) + "/" + std::to_string(each.wanted)
                + (each.application->exposed ? "  exposed" : ""));
  pieces.text() += lines.text();
}

} // namespace orrery::render
