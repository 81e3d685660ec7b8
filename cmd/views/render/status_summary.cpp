#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "store/severity.hpp"

#include <algorithm>

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

using Counts = Totals::Counts;

void take_in(Totals& totals, const UnitPicture& unit) {
  ++totals.unit_count;
  ++totals.units[unit.state.workload->value];
  if (unit.reported != nullptr)
    for (const store::Port& port : open_ranges(*unit.reported))
      totals.ports.insert(port);
  for (const UnitPicture& subordinate : unit.subordinates)
    take_in(totals, subordinate);
}

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

Totals totals_of(const Picture& picture) {
  Totals totals;
  for (const MachinePicture& machine : picture.machines)
    ++totals.machines[machine.machine->status.value.empty() ? "pending"
                                                            : machine.machine->status.value];
  for (const ApplicationPicture& application : picture.applications)
    picture.roll.each_of(application.application->name,
                         [&totals](const UnitPicture& unit) { take_in(totals, unit); });
  return totals;
}

std::string counts_text(const Totals::Counts& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
    return store::severity(left.first) > store::severity(right.first);
  });
  std::string text;
  for (const auto& [word, count] : sorted)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + escaped(word);
  return text;
}

void status_summary(Pieces& pieces, const Picture& picture) {
  const Totals totals = totals_of(picture);
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
