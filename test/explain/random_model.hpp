#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/views/explain/explanation.hpp"
#include "store/contents.hpp"

#include <random>
#include <vector>

namespace orrery::test {

/// Decides by a seed what a model consists of and what happens in it.
class RandomModel {
public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  /// From 0 to `bound` - 1.
  [[nodiscard]] int below(int bound);
  template <class Element>
  [[nodiscard]] const Element& any(const std::vector<Element>& elements) {
    return elements[static_cast<std::size_t>(below(static_cast<int>(elements.size())))];
  }

  /// Two or three applications that know one another, one of subordinates, all related, with a few
  /// units; machine 0 must be there.
  [[nodiscard]] std::vector<protocol::Command> beginning();
  /// Something that may happen to a unit, relation, application or machine that is there.
  [[nodiscard]] protocol::Command any_of_an_agent_or_user(const store::Contents& contents);
  /// An entity that is there. @pre there is one
  [[nodiscard]] explain::Subject any_subject(const store::Contents& contents);

private:
  [[nodiscard]] std::string any_unit(const store::Contents& contents);
  [[nodiscard]] store::RelationId any_relation(const store::Contents& contents);

  std::mt19937_64 random_;
};

/// The `remove-*` command of a user.
[[nodiscard]] protocol::Command removal_of(const explain::Subject& subject);
[[nodiscard]] bool exists(const store::Contents& contents, const explain::Subject& subject);

} // namespace orrery::test
