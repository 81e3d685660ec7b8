#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "config/counted.hpp"

#include <map>
#include <optional>
#include <set>

namespace orrery::render {
namespace {

/// A text as DOT quotes it. A backslash would begin one of DOT's own escapes.
std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : escaped(text)) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + '"';
}

/// Lines of a label, each escaped by itself, one below the other.
std::string label(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines)
    if (!line.empty()) {
      const std::string text = dot_quoted(line);
      out += (out.empty() ? "\"" : "\\n") + text.substr(1, text.size() - 2);
    }
  return out.empty() ? "\"\"" : out + '"';
}

std::string_view line_colour_of(store::Life life) {
  switch (life) {
  case store::Life::Alive:
    return "darkgreen";
  case store::Life::Dying:
    return "orange";
  case store::Life::Dead:
    return "red";
  }
  return "black";
}

std::string life_line(store::Life life, const std::string& waiting_on) {
  return life == store::Life::Alive ? "" : told("", life, waiting_on);
}

/// The fill of a node, by its status word; nothing for one that is neither good nor bad.
std::string fill_of(std::string_view status) {
  std::string_view colour;
  if (status == "error" || status == "lost" || status == "down" || status == "failed")
    return ", style=filled, fillcolor=red, fontcolor=white";
  if (status == "blocked")
    colour = "orange";
  else if (status == "waiting" || status == "pending")
    colour = "lightgrey";
  else if (status == "maintenance")
    colour = "khaki";
  else if (status == "active" || status == "started")
    colour = "palegreen";
  return colour.empty() ? "" : ", style=filled, fillcolor=" + std::string(colour);
}

/// A unit whose agent is lost or has failed stands out, whatever its charm said last.
std::string fill_of(const UnitState& state) {
  const bool is_stuck = state.agent->value == "lost" || state.agent->value == "failed";
  return fill_of(is_stuck ? std::string_view(state.agent->value)
                          : std::string_view(state.workload->value));
}

/// Writes the parts of a graph. An application with many units is one box, which counts them; those
/// of the others stand in the machines that hold them.
class Graph {
public:
  Graph(Pieces& pieces, const Picture& picture)
    : pieces_(pieces), out_(pieces.text()), picture_(picture) {
    for (const ApplicationPicture& each : picture.applications)
      if (each.wanted > units_shown)
        boxed_.emplace(each.application->name, Totals::Counts{});
    for (const ApplicationPicture& each : picture.applications)
      picture.roll.each_of(each.application->name, [this](const UnitPicture& unit) {
        const auto machine = unit.unit->assigned ? std::optional(unit.unit->machine) : std::nullopt;
        gather(unit, machine, nullptr);
      });
  }

  void write() {
    for (const MachinePicture& machine : picture_.machines)
      draw(machine);
    if (machines_left_out_ > 0)
      node("other machines", "box3d", ", color=darkgreen",
           {config::counted(machines_left_out_, "machine"),
            "that hold no unit which is shown by itself"});
    for (const auto& [machine, units] : units_) // of none, or of one that is not shown
      write(units);
    for (const ApplicationPicture& application : picture_.applications)
      draw(application);
    write(edges_);
    for (const RelationPicture& relation : picture_.relations)
      draw(relation);
  }

private:
  static constexpr std::size_t units_shown = 30;
  static constexpr std::size_t bare_machines_shown = 10;
  using Machine = std::optional<store::MachineId>;
  using Lines = std::vector<std::string>;

  void write(const Lines& lines) {
    for (const std::string& line : lines) {
      out_ += line;
      pieces_.cut();
    }
  }
  static std::string node_text(const std::string& name,
                               std::string_view shape,
                               const std::string& attributes,
                               const std::vector<std::string>& lines) {
    return "  " + dot_quoted(name) + " [shape=" + std::string(shape) + attributes
           + ", label=" + label(lines) + "];\n";
  }
  static std::string
  edge_text(const std::string& from, const std::string& to, const std::string& attributes) {
    return "  " + dot_quoted(from) + " -> " + dot_quoted(to) + " [" + attributes + "];\n";
  }
  static std::string line_of(store::Life life) {
    return ", color=" + std::string(line_colour_of(life));
  }
  void node(const std::string& name,
            std::string_view shape,
            const std::string& attributes,
            const std::vector<std::string>& lines) {
    out_ += node_text(name, shape, attributes, lines);
    pieces_.cut();
  }

  /// Writes down a unit and its subordinates where they stand. @param principal the unit it is
  /// below, if that is shown
  void gather(const UnitPicture& each, Machine machine, const store::Unit* principal) {
    const store::Unit& unit = *each.unit;
    const auto boxed = boxed_.find(unit.application);
    if (boxed != boxed_.end()) {
      ++boxed->second[each.state.workload->value];
      if (machine)
        boxed_on_.insert(*machine);
    } else {
      units_[machine].push_back(
        node_text("unit " + unit.name, "ellipse", line_of(unit.life) + fill_of(each.state),
                  {unit.name + (each.leader ? "*" : ""),
                   each.state.workload->value + ", " + each.state.agent->value,
                   life_line(unit.life, each.waiting_on)}));
      edges_.push_back(edge_text("application " + unit.application, "unit " + unit.name,
                                 "arrowhead=none, style=dotted"));
      if (principal != nullptr)
        edges_.push_back(
          edge_text("unit " + principal->name, "unit " + unit.name, "arrowhead=diamond"));
    }
    for (const UnitPicture& subordinate : each.subordinates)
      gather(subordinate, machine, boxed == boxed_.end() ? &unit : nullptr);
  }

  /// A machine is a frame around its units, an empty one a node. Of those whose units are in boxes,
  /// and of too many that are empty, only the number is told.
  void draw(const MachinePicture& each) {
    const store::Machine& machine = *each.machine;
    const std::string name = "machine " + std::to_string(machine.id);
    const std::vector<std::string> lines{name, machine.status.value, machine.address,
                                         life_line(machine.life, each.waiting_on)};
    const auto units = units_.find(machine.id);
    if (units == units_.end()
        && (boxed_on_.contains(machine.id) || bare_machines_++ >= bare_machines_shown)) {
      ++machines_left_out_;
      return;
    }
    if (units == units_.end())
      return node(name, "box3d", line_of(machine.life) + fill_of(machine.status.value), lines);
    out_ += "  subgraph " + dot_quoted("cluster " + name) + " {\n  graph [style=rounded"
            + line_of(machine.life) + ", label=" + label(lines) + "];\n";
    write(units->second);
    out_ += "  }\n";
    units_.erase(units);
    pieces_.cut();
  }
  void draw(const ApplicationPicture& each) {
    const store::Application& application = *each.application;
    const auto boxed = boxed_.find(application.name);
    const bool is_boxed = boxed != boxed_.end();
    node("application " + application.name, application.subordinate ? "hexagon" : "box",
         line_of(application.life) + fill_of(each.status.value),
         {application.name, each.status.value,
          is_boxed ? config::counted(each.wanted, "unit") : std::string(),
          is_boxed ? counts_text(boxed->second) : std::string(),
          life_line(application.life, each.waiting_on)});
  }
  void draw(const RelationPicture& each) {
    const store::Relation& relation = *each.relation;
    if (relation.ends.empty())
      return;
    const std::string style = relation.scope == store::ScopeKind::Container ? ", style=dashed" : "";
    out_ += edge_text("application " + relation.ends.front().application,
                      "application " + relation.ends.back().application,
                      "color=" + std::string(line_colour_of(relation.life)) + style + ", label="
                        + label({std::to_string(relation.id) + ": " + relation.key,
                                 relation.interface, each.message}));
    pieces_.cut();
  }

  Pieces& pieces_;
  std::string& out_;
  const Picture& picture_;
  std::map<std::string, Totals::Counts> boxed_; ///< Applications that are one box.
  std::map<Machine, Lines> units_;              ///< Nodes of those that are shown.
  Lines edges_;                                 ///< From applications and principals to units.
  std::set<store::MachineId> boxed_on_;         ///< Machines that hold units of such applications.
  std::size_t bare_machines_ = 0;               ///< That are empty.
  std::size_t machines_left_out_ = 0;
};

} // namespace

void status_graph(Pieces& pieces, const Picture& picture) {
  pieces.text() += "digraph " + dot_quoted(picture.model->name) + " {\n  rankdir=LR;\n";
  Graph(pieces, picture).write();
  pieces.text() += "}\n";
}

} // namespace orrery::render
