#include "actors/rules/constraints.hpp"

#include "config/constraints.hpp"

namespace orrery::rules {

tl::expected<std::string, Refusal> canonical_constraints(const std::string& typed) {
  const auto read = config::parse_constraints(typed);
  if (!read)
    return tl::unexpected(Refusal{protocol::Code::BadOption, read.error()});
  return read->text();
}

std::string constraints_of_machine(const store::ModelConfig& model, const std::string& own) {
  // A record holds only text that was read before it was written.
  const auto inherited = config::parse_constraints(model.constraints.text());
  const auto read = config::parse_constraints(own);
  return config::merged(inherited.value_or(config::Constraints{}),
                        read.value_or(config::Constraints{}))
    .text();
}

} // namespace orrery::rules
