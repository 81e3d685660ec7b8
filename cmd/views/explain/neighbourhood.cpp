#include "cmd/views/explain/neighbourhood.hpp"

#include "cmd/views/explain/moment.hpp"
#include "cmd/views/explain/neighbours.hpp"
#include "cmd/views/explain/waiting_tasks.hpp"
#include "store/keys.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

void look_around(Neighbours& neighbours, const Subject& subject) {
  if (subject.kind == store::EntityKind::Unit)
    return neighbours.around_unit(subject.name);
  if (subject.kind == store::EntityKind::Application)
    return neighbours.around_application(subject.name);
  const auto id = store::parse_id(subject.name);
  if (!id)
    return;
  if (subject.kind == store::EntityKind::Machine)
    neighbours.around_machine(*id);
  else
    neighbours.around_relation(*id);
}

} // namespace

tl::expected<Neighbourhood, store::StoreError> read_neighbourhood(const store::Snapshot& snapshot,
                                                                  References& references,
                                                                  const Subject& subject,
                                                                  std::size_t most) {
  PartialReading reading(snapshot);
  Neighbours neighbours(reading, references, most);
  look_around(neighbours, subject);
  read_tasks(reading);
  return neighbours.finish();
}

tl::expected<Neighbourhood, store::StoreError> read_neighbourhood(const store::Database& database,
                                                                  References& references,
                                                                  const Subject& subject,
                                                                  std::size_t most) {
  return in_a_quiet_moment(database, [&](const store::Snapshot& snapshot) {
    return read_neighbourhood(snapshot, references, subject, most);
  });
}

tl::expected<store::Contents, store::StoreError>
read_relations_between(const store::Database& database,
                       References& references,
                       const std::string& first,
                       const std::string& second) {
  const auto relations = references.relations_of(first);
  if (!relations)
    return tl::unexpected(relations.error());
  const auto snapshot = database.snapshot(); // after the answer: what it names is durable
  PartialReading reading(*snapshot);
  for (const store::Relation& relation : *relations)
    if (std::any_of(relation.ends.begin(), relation.ends.end(),
                    [&](const auto& end) { return end.application == second; }))
      reading.read(store::relation_key(relation.id));
  if (reading.fault())
    return tl::unexpected(*reading.fault());
  return reading.take();
}

} // namespace orrery::explain
