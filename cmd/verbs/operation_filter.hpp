#pragma once

#include "cmd/verbs/verb.hpp"
#include "store/contents.hpp"
#include "store/operations.hpp"

#include <set>
#include <string>

/// Which operations `operations` lists (A53, A54).
namespace orrery::cmd {

/// The flags of `operations`. Within a set one of its words will do; an empty set asks for nothing.
/// Applications, units and machines are one set: of receivers.
struct OperationFilter {
  std::set<std::string> applications;
  std::set<std::string> units;
  std::set<std::string> machines;
  std::set<std::string> actions;
  std::set<std::string> statuses;
};
/// Errors: names and words that can be none.
[[nodiscard]] tl::expected<OperationFilter, UsageError> filter_of(const Arguments& arguments);

/// Matches operations against a filter and the units that are there now.
class OperationMatcher {
public:
  /// @param contents with all applications and units; need not live on
  OperationMatcher(OperationFilter filter, const store::Contents& contents);
  [[nodiscard]] bool operator()(const store::OperationSeen& seen) const;

private:
  [[nodiscard]] bool has_receiver(const store::OperationSeen& seen) const;

  OperationFilter filter_;
  std::set<std::string> units_; ///< Receivers that are meant.
  bool any_machine_ = false;    ///< Set if machines are, without being named.
};

} // namespace orrery::cmd
