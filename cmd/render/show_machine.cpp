#include "cmd/render/missing.hpp"
#include "cmd/render/show_document.hpp"
#include "cmd/render/status_layout.hpp"

#include <set>

namespace orrery::render {

Output show_machine(const store::Contents& contents,
                    const std::vector<std::string>& names,
                    DataFormat format,
                    const TimeFormat& time) {
  const Index index(contents);
  Output output;
  std::set<store::MachineId> chosen;
  for (const std::string& name : names) {
    const auto id = store::parse_id(name);
    if (id && contents.machines.contains(*id))
      chosen.insert(*id);
    else
      output.err += "ERROR " + missing(contents, EntityKind::Machine, name) + "\n";
  }
  Document machines = Document::map();
  for (const auto& [id, machine] : contents.machines)
    if (names.empty() || chosen.contains(id))
      machines.add(std::to_string(id), machine_document(draw_machine(index, machine), time));
  Document document = Document::map();
  document.add("model", contents.model.name).add("machines", std::move(machines));
  if (names.empty() || !chosen.empty())
    output.out = formatted(document, format);
  output.code = output.err.empty() ? 0 : 1;
  return output;
}

} // namespace orrery::render
