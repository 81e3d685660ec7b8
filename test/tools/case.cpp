#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {

void check(World& world, const std::vector<Case>& cases) {
  for (const Case& wanted : cases) {
    SCOPED_TRACE(testing::PrintToString(wanted.arguments));
    const ToolReply reply = world.call(wanted.arguments);
    EXPECT_EQ(reply.code, wanted.code);
    EXPECT_EQ(reply.output, wanted.output);
    EXPECT_EQ(reply.error, wanted.error.empty() ? std::string() : "ERROR " + wanted.error + "\n");
  }
}

} // namespace orrery::hooks
