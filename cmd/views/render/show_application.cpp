#include "cmd/views/render/bindings.hpp"
#include "cmd/views/render/constraints.hpp"
#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/reason.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status_layout.hpp"

#include <map>

namespace orrery::render {
namespace {

Document application_document(const Index& index, const store::Application& application) {
  const store::Charm* charm = index.charm(application.charm);
  Document document = Document::map();
  document.add("charm", charm != nullptr ? charm->name : application.charm)
    .add("base", base_text())
    .add_filled("constraints", constraints_document(application.constraints.text()))
    .add("principal", !application.subordinate)
    .add("exposed", application.exposed)
    .add("remote", false)
    .add("life", to_string(application.life))
    .add_text("waiting-on", application_reason(index, application));
  Document bindings = Document::map();
  bindings.add("", only_space);
  if (charm != nullptr)
    for (const std::string& name : bindable(*charm))
      bindings.add(name, only_space);
  document.add("endpoint-bindings", std::move(bindings));
  return document;
}

} // namespace

Output show_application(const store::Contents& contents,
                        const Omitted& omitted,
                        const std::vector<std::string>& names,
                        DataFormat format) {
  const Index index(contents, omitted);
  std::map<std::string, const store::Application*> shown; // one named twice is shown once
  Output output;
  for (const std::string& name : names) {
    const auto found = contents.applications.find(name);
    if (found == contents.applications.end())
      output.err += "ERROR " + missing(contents, store::EntityKind::Application, name) + "\n";
    else
      shown.emplace(name, &found->second);
  }
  Document document = Document::map();
  for (const auto& [name, application] : shown)
    document.add(name, application_document(index, *application));
  if (document.size() > 0)
    output.out = formatted(document, format);
  output.code = output.err.empty() ? 0 : 1;
  return output;
}

} // namespace orrery::render
