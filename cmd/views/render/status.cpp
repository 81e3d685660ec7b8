#include "cmd/views/render/status.hpp"

#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/selector.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "cmd/views/render/yaml.hpp"

namespace orrery::render {
namespace {

void lay_out(Pieces& pieces,
             const Index& index,
             const Picture& picture,
             const StatusOptions& options) {
  switch (options.format) {
  case StatusFormat::Tabular:
    return status_tabular(pieces, index, picture, options);
  case StatusFormat::Yaml:
    return status_document(pieces, DataFormat::Yaml, index, picture, options);
  case StatusFormat::Json:
    return status_document(pieces, DataFormat::Json, index, picture, options);
  case StatusFormat::Short:
    return status_short(pieces, picture);
  case StatusFormat::Summary:
    return status_summary(pieces, picture);
  case StatusFormat::Graph:
    return status_graph(pieces, picture);
  case StatusFormat::Machines:
    return status_machines(pieces, picture, options);
  }
}

} // namespace

std::optional<StatusFormat> parse_status_format(std::string_view word) {
  if (word == "tabular")
    return StatusFormat::Tabular;
  if (word == "yaml")
    return StatusFormat::Yaml;
  if (word == "json")
    return StatusFormat::Json;
  if (word == "short" || word == "oneline" || word == "line")
    return StatusFormat::Short;
  if (word == "summary")
    return StatusFormat::Summary;
  return std::nullopt;
}

Output status(const store::Contents& contents,
              const Omitted& omitted,
              const store::PackedUnits& units,
              const StatusOptions& options,
              const Pieces::Take& take) {
  const auto selectors = parse_selectors(options.selectors);
  if (!selectors)
    return {"", "ERROR " + selectors.error() + "\n", 1};
  const Index index(contents, omitted);
  Picture picture = draw(index, units, options.time);
  keep_selected(picture, *selectors);
  Pieces pieces(take);
  lay_out(pieces, index, picture, options);
  pieces.end();
  Output output;
  if (picture.empty())
    output.err = selectors->empty() ? "Model \""
                                        + escaped(options.model_name.empty() ? contents.model.name
                                                                             : options.model_name)
                                        + "\" is empty.\n"
                                    : "Nothing matched specified filter.\n";
  return output;
}

Output status(const store::Contents& contents,
              const Omitted& omitted,
              const store::PackedUnits& units,
              const StatusOptions& options) {
  std::string text;
  Output output =
    status(contents, omitted, units, options, [&text](std::string_view piece) { text += piece; });
  output.out = std::move(text);
  return output;
}

Output status(const store::Contents& contents, const StatusOptions& options) {
  return status(contents, {}, store::pack_units(contents), options);
}

} // namespace orrery::render
