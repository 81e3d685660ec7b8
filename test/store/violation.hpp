#pragma once

#include "store/invariants.hpp"
#include "test/support/contents.hpp"

#include <gtest/gtest.h>

namespace orrery::store {

using Sentences = std::vector<std::string>;

/// A good model with one thing changed, and what must be said of it.
struct Violation {
  const char* name;
  void (*change)(Contents&);
  Sentences sentences;
};

inline void PrintTo(const Violation& violation, std::ostream* out) {
  *out << violation.name;
}

/// An unassigned unit of a charm that exists.
inline void add_unit(Contents& contents, const std::string& name, const std::string& application) {
  Unit& unit = contents.units[name];
  unit.name = name;
  unit.application = application;
  unit.assigned = false;
  unit.charm = "local:mysql-1";
  contents.statuses[name].unit = name;
}

/// A second unit like logging/0, in no scope.
inline void add_logging(Contents& contents) {
  Unit unit = contents.units["logging/0"];
  unit.name = "logging/1";
  insert(contents, unit);
  contents.statuses["logging/1"].unit = "logging/1";
  contents.applications["logging"].unit_count = 2;
  contents.applications["logging"].next_unit = 2;
}

/// An application with neither units nor relations.
inline void add_old_application(Contents& contents, Life life) {
  Application& old = contents.applications["old"];
  old.name = "old";
  old.uid = contents.model.next_application++;
  old.charm = "local:mysql-1";
  old.life = life;
}

class Invariants : public testing::TestWithParam<Violation> {};

[[nodiscard]] inline std::string name_of_case(const testing::TestParamInfo<Violation>& info) {
  return info.param.name;
}

} // namespace orrery::store
