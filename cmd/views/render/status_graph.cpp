#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/status_layout.hpp"

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

class Graph {
public:
  explicit Graph(Pieces& pieces) : pieces_(pieces), out_(pieces.text()) {}

  void node(const std::string& name,
            std::string_view shape,
            store::Life life,
            const std::vector<std::string>& lines) {
    out_ += "  " + dot_quoted(name) + " [shape=" + std::string(shape)
            + ", color=" + std::string(line_colour_of(life)) + ", label=" + label(lines) + "];\n";
    pieces_.cut();
  }
  void edge(const std::string& from, const std::string& to, const std::string& attributes) {
    out_ += "  " + dot_quoted(from) + " -> " + dot_quoted(to) + " [" + attributes + "];\n";
    pieces_.cut();
  }

  void draw(const MachinePicture& each) {
    const store::Machine& machine = *each.machine;
    node("machine " + std::to_string(machine.id), "box3d", machine.life,
         {"machine " + std::to_string(machine.id), machine.status.value, machine.address,
          life_line(machine.life, each.waiting_on)});
  }
  void draw(const ApplicationPicture& each, const Roll& roll) {
    const store::Application& application = *each.application;
    node("application " + application.name, application.subordinate ? "hexagon" : "box",
         application.life,
         {application.name, each.status.value, life_line(application.life, each.waiting_on)});
    roll.each_of(application.name, [this](const UnitPicture& unit) { draw(unit); });
  }
  void draw(const RelationPicture& each) {
    const store::Relation& relation = *each.relation;
    if (relation.ends.empty())
      return;
    const std::string style = relation.scope == store::ScopeKind::Container ? ", style=dashed" : "";
    edge("application " + relation.ends.front().application,
         "application " + relation.ends.back().application,
         "color=" + std::string(line_colour_of(relation.life)) + style + ", label="
           + label({std::to_string(relation.id) + ": " + relation.key, relation.interface,
                    each.message}));
  }

private:
  void draw(const UnitPicture& each) {
    const store::Unit& unit = *each.unit;
    node("unit " + unit.name, "ellipse", unit.life,
         {unit.name + (each.leader ? "*" : ""),
          each.state.workload->value + ", " + each.state.agent->value,
          life_line(unit.life, each.waiting_on)});
    edge("application " + unit.application, "unit " + unit.name, "arrowhead=none, style=dotted");
    if (!unit.principal.empty())
      edge("unit " + unit.principal, "unit " + unit.name, "arrowhead=diamond");
    else if (unit.assigned)
      edge("unit " + unit.name, "machine " + std::to_string(unit.machine), "arrowhead=none");
    for (const UnitPicture& subordinate : each.subordinates)
      draw(subordinate);
  }

  Pieces& pieces_;
  std::string& out_;
};

} // namespace

void status_graph(Pieces& pieces, const Picture& picture) {
  pieces.text() += "digraph " + dot_quoted(picture.model->name) + " {\n  rankdir=LR;\n";
  Graph graph(pieces);
  for (const MachinePicture& machine : picture.machines)
    graph.draw(machine);
  for (const ApplicationPicture& application : picture.applications)
    graph.draw(application, picture.roll);
  for (const RelationPicture& relation : picture.relations)
    graph.draw(relation);
  pieces.text() += "}\n";
}

} // namespace orrery::render
