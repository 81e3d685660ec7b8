#include "cmd/verbs/named_relation.hpp"

#include "actors/rules/endpoints.hpp"
#include "cmd/views/render/missing.hpp"

namespace orrery::cmd {

std::string application_of(const std::string& end) {
  return end.substr(0, end.find(':'));
}

tl::expected<store::Relation, std::string> named_relation(Session& session,
                                                          const std::vector<std::string>& names) {
  const auto contents =
    names.size() == 1
      ? session.orchestrator->around({store::EntityKind::Relation, names[0]}).map([](auto found) {
          return std::move(found.contents);
        })
      : session.orchestrator->relations_between(application_of(names[0]), application_of(names[1]));
  if (!contents)
    return tl::unexpected("cannot read the model: " + contents.error().text);
  const auto id = rules::find_relation(*contents, names);
  if (id)
    return contents->relations.at(*id);
  const auto all = session.orchestrator->contents(); // the names that are near, for an error only
  return tl::unexpected(all ? render::no_relation(*all, id.error(), names) : id.error().text);
}

} // namespace orrery::cmd
