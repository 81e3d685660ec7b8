#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/status_layout.hpp"

#include <set>

namespace orrery::render {

Output show_machine(const store::Contents& contents,
                    const Omitted& omitted,
                    const std::vector<std::string>& names,
                    DataFormat format,
                    const TimeFormat& time,
                    const Host& host) {
  const Index index(contents, omitted);
  Output output;
  std::set<store::MachineId> chosen;
  for (const std::string& name : names) {
    const auto id = store::parse_id(name);
    if (id && contents.machines.contains(*id))
      chosen.insert(*id);
    else
      output.err += "ERROR " + missing(contents, store::EntityKind::Machine, name) + "\n";
  }
  if (names.empty() || !chosen.empty()) {
    const auto to = writer_of(format, output.out);
    Times times(time);
    to->begin_map();
    to->add("model", contents.model.name);
    to->key("machines");
    to->begin_map();
    for (const auto& [id, machine] : contents.machines)
      if (names.empty() || chosen.contains(id))
        write_machine(*to, draw_machine(index, machine), times, host);
    to->end_map();
    to->end_map();
    to->finish();
  }
  output.code = output.err.empty() ? 0 : 1;
  return output;
}

} // namespace orrery::render
