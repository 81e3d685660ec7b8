#include "cmd/named_relation.hpp"

#include "actors/rules/endpoints.hpp"
#include "cmd/render/missing.hpp"

namespace orrery::cmd {

std::string application_of(const std::string& end) {
  return end.substr(0, end.find(':'));
}

tl::expected<store::Relation, std::string> named_relation(Session& session,
                                                          const std::vector<std::string>& names) {
  const auto contents =
    names.size() == 1
      ? session.orchestrator->around({render::EntityKind::Relation, names[0]}).map([](auto found) {
          return std::move(found.contents);
        })
      : session.orchestrator->relations_between(application_of(names[0]), application_of(names[1]));
  if (!contents)
    return tl::unexpected("cannot read the model: " + contents.error().text);
  const auto id = rules::find_relation(*contents, names);
  if (id)
    return contents->relations.at(*id);
  // For an error all is read, to name what is near. An application that is told of a transaction's end only after the journal
  // may not have known yet of a relation that is on disk.
  const auto all = session.orchestrator->contents();
  if (!all)
    return tl::unexpected(id.error().text);
  if (const auto late = rules::find_relation(*all, names))
    return all->relations.at(*late);
  return tl::unexpected(render::no_relation(*all, id.error(), names));
}

} // namespace orrery::cmd
