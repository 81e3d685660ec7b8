#include "actors/rules/unexpected.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace orrery::test {

TEST(UnexpectedStep, ends_the_process_and_names_what_came) {
  EXPECT_EXIT((void)rules::unexpected_step(rules::Witness{}), testing::KilledBySignal(SIGABRT),
              "bug: step [0-9]+ \\(command [0-9]{5,}\\) was sent to an entity that has no rule");
  EXPECT_EXIT((void)rules::unexpected_step(protocol::Command{protocol::DeleteMachine{1}}),
              testing::KilledBySignal(SIGABRT), "bug: step [0-9]+ \\(command [0-9]{1,3}\\)");
}

} // namespace orrery::test
