#include "cmd/views/render/history.hpp"

#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/table.hpp"
#include "cmd/views/render/yaml.hpp"

namespace orrery::render {

std::string_view stage_of(const store::LifeStep& step) {
  return step.removed ? "removed" : to_string(step.life);
}

std::string history_table(const std::vector<store::LifeStep>& steps, const TimeFormat& time) {
  Table table({{"Became", false}, {"Seq", true}, {"Time", false}, {"Command", false}});
  for (const store::LifeStep& step : steps)
    table.add({{std::string(stage_of(step)), Colour::None},
               {std::to_string(step.turn.sequence), Colour::None},
               {time.full(step.turn.since), Colour::None},
               {escaped(step.turn.cause), Colour::None}});
  return table.text(false);
}

std::string history_document(const std::vector<store::LifeStep>& steps, DataFormat format) {
  Document list = Document::list();
  for (const store::LifeStep& step : steps) {
    Document entry = Document::map();
    entry.add("became", stage_of(step))
      .add("since", Document::number(std::to_string(step.turn.since)))
      .add("cause", step.turn.cause)
      .add("sequence", Document::number(std::to_string(step.turn.sequence)));
    if (step.entity.kind == store::EntityKind::Relation)
      entry.add("key", step.entity.name);
    list.push(std::move(entry));
  }
  return format == DataFormat::Json ? to_json(list) : to_yaml(list);
}

} // namespace orrery::render
