#include "cmd/render/status.hpp"

#include "cmd/render/escape.hpp"
#include "cmd/render/json.hpp"
#include "cmd/render/selector.hpp"
#include "cmd/render/status_layout.hpp"
#include "cmd/render/yaml.hpp"

namespace orrery::render {
namespace {

std::string lay_out(const Index& index, const Picture& picture, const StatusOptions& options) {
  switch (options.format) {
  case StatusFormat::Tabular:
    return status_tabular(picture, options);
  case StatusFormat::Yaml:
    return to_yaml(status_document(index, picture, options));
  case StatusFormat::Json:
    return to_json(status_document(index, picture, options));
  case StatusFormat::Short:
    return status_short(picture);
  case StatusFormat::Summary:
    return status_summary(picture);
  case StatusFormat::Graph:
    return status_graph(picture);
  }
  return "";
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

Output status(const store::Contents& contents, const StatusOptions& options) {
  std::vector<Selector> selectors;
  for (const std::string& text : options.selectors) {
    auto selector = Selector::parse(text);
    if (!selector)
      return {"", "ERROR " + selector.error() + "\n", 1};
    selectors.push_back(std::move(*selector));
  }
  const Index index(contents);
  Picture picture = draw(index, options.time);
  keep_selected(picture, selectors);
  Output output;
  output.out = lay_out(index, picture, options);
  if (picture.empty())
    output.err = selectors.empty() ? "Model \"" + escaped(contents.model.name) + "\" is empty.\n"
                                   : "Nothing matched specified filter.\n";
  return output;
}

} // namespace orrery::render
