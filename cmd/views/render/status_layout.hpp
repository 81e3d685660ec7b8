#pragma once

#include "cmd/views/render/picture.hpp"
#include "cmd/views/render/pieces.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/writer.hpp"

#include <map>
#include <set>
#include <string>

/// The layouts of a picture, one a format family. Each is cut wherever an entity ends.
namespace orrery::render {

/// Sections of aligned columns.
void status_tabular(Pieces& pieces,
                    const Index& index,
                    const Picture& picture,
                    const StatusOptions& options);
/// The section of machines alone.
void status_machines(Pieces& pieces, const Picture& picture, const StatusOptions& options);
/// `- mysql/0: 127.0.1.1 (agent:idle, workload:active) 3306/tcp`.
void status_short(Pieces& pieces, const Picture& picture);
/// How many of each there are in a picture, by status word.
struct Totals {
  using Counts = std::map<std::string, std::size_t>;
  Counts machines, units;
  std::set<store::Port> ports; ///< That are open.
  std::size_t unit_count = 0;
};
[[nodiscard]] Totals totals_of(const Picture& picture);
/// `3 error, 1997 active`: the most severe first.
[[nodiscard]] std::string counts_text(const Totals::Counts& counts);
/// Counts of machines, units and applications.
void status_summary(Pieces& pieces, const Picture& picture);
/// Machines, applications, units and relations as a graph for Graphviz; lives as colours.
void status_graph(Pieces& pieces, const Picture& picture);
/// JSON and YAML.
void status_document(Pieces& pieces,
                     DataFormat format,
                     const Index& index,
                     const Picture& picture,
                     const StatusOptions& options);

/// One machine, with its id as its key, as `status` and `show-machine` have it.
void write_machine(Writer& to, const MachinePicture& picture, Times& times, const Host& host);
/// Each range that the unit has open once, for whatever endpoints.
[[nodiscard]] std::vector<store::Port> open_ranges(const store::UnitStatus& status);
/// The base on which everything runs, in one word.
[[nodiscard]] std::string base_text();

} // namespace orrery::render
