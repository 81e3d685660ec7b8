#pragma once

#include "cmd/views/check/difference.hpp"
#include "test/check/observed.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace orrery::test {

/// A good look with one thing changed, and what must be said of it: entity, records, found.
struct Break {
  const char* name;
  void (*change)(check::Observed&);
  std::vector<std::vector<std::string>> said;
  check::Patience patience = check::Patience::Short;
};

inline void PrintTo(const Break& broken, std::ostream* out) {
  *out << broken.name;
}

/// What the case is called in the test's name.
inline std::string name_of_case(const testing::TestParamInfo<Break>& info) {
  return info.param.name;
}

/// Changes a good look so, and expects exactly what must be said of it.
void expect_said(const Break& broken);

} // namespace orrery::test
