#pragma once

#include "store/contents.hpp"

/// Small whole models for tests.
namespace orrery::test {

/// One record of every kind, every field different from its default.
[[nodiscard]] std::vector<store::Record> one_of_each();

/// A model in which all invariants hold and every reference and count occurs: wordpress/0 and
/// mysql/0 related, with a logging/0 subordinate to wordpress/0 in a container relation, a peer
/// relation of mysql, a relation under cleanup, a unit sequence of an application that is gone.
[[nodiscard]] store::Contents good_model();

} // namespace orrery::test
