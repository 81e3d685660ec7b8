#pragma once

#include "store/contents.hpp"

#include <map>
#include <string>
#include <vector>

namespace orrery::test {

/// Every record by its key, as bytes.
[[nodiscard]] std::map<std::string, std::string> bytes_of(const store::Contents& contents);

/// Lists which entities are there, in which life, with which charm (P24), and which holds which:
/// all that does not depend on the order in which agents act. Subordinates go by their principals,
/// as their numbers do depend on it.
[[nodiscard]] std::vector<std::string> shape_of(const store::Contents& contents);

} // namespace orrery::test
