// Standard input that a command is given.
#include "actors/hooks/given_input.hpp"
#include "actors/hooks/runner.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace orrery::hooks {
namespace {

TEST(GivenInput, A64_is_read_from_the_beginning_and_the_next_hook_has_none) {
  Sandbox box;
  ASSERT_TRUE(box.run(box.job("app/0", "install", "exit 0")).success()); // a spare keeper
  GivenInputs inputs;
  std::string bytes(std::size_t{3} << 20, '\0');
  for (std::size_t i = 0; i < bytes.size(); i += 7)
    bytes[i] = static_cast<char>(i);
  const auto kept = inputs.keep(bytes);
  ASSERT_TRUE(kept) << kept.error();
  for (const std::string unit : {"app/0", "app/1"}) {
    HookJob job = box.job(unit, "juju-exec", "/bin/cat > $DIR/got");
    job.input = inputs.open(kept->token());
    ASSERT_TRUE(job.input);
    const std::weak_ptr<const config::Descriptor> ours = job.input;
    const HookEnd end = box.run(std::move(job));
    ASSERT_TRUE(end.success()) << end.stderr_tail;
    EXPECT_TRUE(read_file(box.root() / "got") == bytes) << unit;
    EXPECT_TRUE(ours.expired()) << "it is not held for longer than the program runs";
  }
  EXPECT_TRUE(box.run(box.job("app/0", "start", "read line && exit 1; exit 0")).success())
    << "a keeper has nothing left of it";
}

TEST(GivenInput, A64_is_one_of_three_descriptors_and_cannot_be_written_to) {
  Sandbox box;
  GivenInputs inputs;
  const auto kept = inputs.keep("kept");
  HookJob job = box.job("app/0", "juju-exec", "");
  job.program = box.script("fds", "#!/bin/ls /proc/self/fd\n");
  job.input = inputs.open(kept->token());
  ASSERT_TRUE(box.run(std::move(job)).success());
  const std::string log = box.log();
  EXPECT_NE(log.find("juju-exec: 2\n"), std::string::npos) << log;
  for (const char* more : {"exec: 4\n", "exec: 5\n", "exec: 6\n", "exec: 7\n", "exec: 8\n"})
    EXPECT_EQ(log.find(more), std::string::npos) << log;
  HookJob writes = box.job("app/0", "juju-exec", "echo more >> /dev/stdin");
  writes.input = inputs.open(kept->token());
  EXPECT_FALSE(box.run(std::move(writes)).success());
  HookJob reads = box.job("app/0", "juju-exec", "/bin/cat > $DIR/got");
  reads.input = inputs.open(kept->token());
  EXPECT_TRUE(box.run(std::move(reads)).success());
  EXPECT_EQ(read_file(box.root() / "got"), "kept");
}

TEST(GivenInput, A64_is_gone_with_who_keeps_it) {
  GivenInputs inputs;
  std::string token;
  {
    const auto kept = inputs.keep("x");
    token = kept->token();
    EXPECT_NE(inputs.open(token), nullptr);
  }
  EXPECT_EQ(inputs.open(token), nullptr);
  EXPECT_EQ(inputs.open(""), nullptr);
}

} // namespace
} // namespace orrery::hooks
