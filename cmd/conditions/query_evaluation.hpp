#pragma once

#include "cmd/conditions/query_tree.hpp"
#include "cmd/conditions/query_world.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::cmd::query {

/// One look at whether a query holds of a thing; one use. Functions: `len(x)`, `print(x)`,
/// `forEach(xs, x => ...)`, which holds of none, `startsWith(x, y)`, `endsWith(x, y)`, `int(x)`.
class Evaluation {
public:
  /// Steps that one look may take.
  static constexpr std::size_t steps_max = 20'000'000;
  /// Bytes after which print() says no more.
  static constexpr std::size_t printed_max = 100'000;

  /// @param world and `query` must outlive it. @param source the query's text
  Evaluation(const World& world, Thing root, const Node& query, std::string_view source)
    : world_{world}, root_{std::move(root)}, query_{query}, source_{source} {}

  /// Errors, which are sentences: an identifier or a function that is not known, values that cannot
  /// be compared, more than steps_max.
  [[nodiscard]] tl::expected<bool, std::string> holds();
  /// Which part does not hold, and what is there instead: `status=="active": status is "waiting"`.
  /// @pre holds() was false
  [[nodiscard]] std::string why_not();

  /// Identifiers of the root that were looked at, with their values for people.
  [[nodiscard]] const std::map<std::string, std::string>& touched() const { return touched_; }
  /// Identifiers of entities that a forEach has gone through likewise, by kind and name.
  using OfMembers =
    std::map<std::pair<Thing::Kind, std::string>, std::map<std::string, std::string>>;
  [[nodiscard]] const OfMembers& touched_members() const { return touched_members_; }
  /// Returns a line for each value that print() was given.
  [[nodiscard]] const std::string& printed() const { return printed_; }

private:
  using Result = tl::expected<Value, std::string>;

  [[nodiscard]] Result value(const Node& node);
  [[nodiscard]] Result named(const Node& node);
  [[nodiscard]] Result member(const Node& node);
  [[nodiscard]] Result element(const Node& node);
  [[nodiscard]] Result compared(const Node& node);
  [[nodiscard]] Result called(const Node& node);
  [[nodiscard]] Result each(const Node& node);
  [[nodiscard]] Result of_thing(const Thing& thing, const std::string& name);
  [[nodiscard]] std::string why_not(const Node& node);
  [[nodiscard]] std::string why_not_each(const Node& node);
  [[nodiscard]] std::string text_of(const Node& node) const {
    return std::string{source_.substr(node.begin, node.end - node.begin)};
  }

  const World& world_;
  Thing root_;
  const Node& query_;
  std::string_view source_;
  std::vector<std::pair<std::string, Thing>> parameters_; ///< Of the lambdas that are under way.
  std::size_t steps_ = 0;
  std::map<std::string, std::string> touched_;
  OfMembers touched_members_;
  std::string printed_;
};

} // namespace orrery::cmd::query
