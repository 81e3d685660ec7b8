#include "test/explain/told.hpp"

#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using explain::Explanation;
using explain::Neighbourhood;
using explain::Subject;
using store::EntityKind;

std::vector<Subject> all_subjects(const store::Contents& contents) {
  std::vector<Subject> subjects;
  for (const auto& entry : contents.units)
    subjects.push_back({EntityKind::Unit, entry.first});
  for (const auto& entry : contents.applications)
    subjects.push_back({EntityKind::Application, entry.first});
  for (const auto& entry : contents.relations)
    subjects.push_back({EntityKind::Relation, std::to_string(entry.first)});
  for (const auto& entry : contents.machines)
    subjects.push_back({EntityKind::Machine, std::to_string(entry.first)});
  return subjects;
}

Explanation
explained(const Neighbourhood& found, const Subject& subject, const explain::Options& options) {
  auto explanation =
    explain::explain(render::Index(found.contents, found.omitted), subject, options);
  EXPECT_TRUE(explanation) << explanation.error();
  return explanation ? *explanation : Explanation{};
}

std::string told(const Neighbourhood& found, const Subject& subject) {
  std::string text =
    render::reason(render::Index(found.contents, found.omitted), subject.kind, subject.name) + "\n";
  for (const std::size_t most : {std::size_t{20}, std::size_t{1000}}) {
    const Explanation explanation = explained(found, subject, {most, most, true, true});
    text += explain::to_text(explanation, {{true, {}}, 0});
    text += render::to_json(explain::to_document(explanation)) + "\n";
  }
  return text;
}

Neighbourhood StillModel::around(const Subject& subject, std::size_t most) {
  const auto snapshot = system.database().snapshot();
  cmd::EntityReferences references(system.services(), at_once,
                                   [this] { system.scheduler().run_until_quiet(); });
  CountedReferences counted(references, cost);
  auto found =
    explain::read_neighbourhood(CountedSnapshot(*snapshot, cost), counted, subject, most);
  EXPECT_TRUE(found) << found.error().text;
  return std::move(*found);
}

} // namespace orrery::test
