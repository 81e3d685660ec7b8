// Bounds of what one hook changes of secrets, and of the files that its tools wait for.
#include "actors/protocol/hook_bounds.hpp"
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

const std::string too_large_secrets =
  "one hook may change at most 1 MiB of secrets in all: store large data elsewhere, and in a "
  "secret what opens it";
const std::string too_many_secrets =
  "one hook may change at most 100 secrets: leave the others to a later one, or put several "
  "values into one secret";

const std::string too_many_removals =
  "one hook may remove at most 10000 secrets: leave the others to a later one";

std::string numbered_secret(int number) {
  const std::string text = std::to_string(number);
  return std::string(20 - text.size(), '0') + text;
}

World managing() {
  World world;
  world.leading();
  world.sight.model_uuid = "u-u";
  SecretSight seen;
  seen.record.id = numbered_secret(0);
  seen.record.owner = "web";
  seen.record.newest = 1;
  seen.record.revisions = {{1, 0, 0}};
  seen.may_read = seen.manages = true;
  seen.contents = {{1, {{"password", "b2xk"}}}};
  world.secrets = {seen};
  return world;
}

/// A content of so many bytes, and what it is once it is encoded.
std::string content_of(std::size_t bytes) {
  return "key=" + std::string(bytes, 'v');
}

TEST(SecretBounds, SE15_a_hook_adds_a_bounded_number) {
  World world = managing();
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(world.call({"secret-add", "foo=x"}).code, 0) << i;
  check(world, {{{"secret-add", "foo=x"}, 1, "", too_many_secrets},
                {{"secret-set", numbered_secret(0), "foo=x"}, 1, "", too_many_secrets},
                {{"secret-grant", numbered_secret(0), "-r", "1"}, 1, "", too_many_secrets},
                {{"secret-get", numbered_secret(0), "--label", "l"}, 1, "", too_many_secrets}});
  EXPECT_EQ(world.state.secrets.pending.size(), 100U);
  const std::string added = world.state.secrets.pending.begin()->first;
  check(world, {{{"secret-set", added, "foo=y"}, 0, "", ""},
                {{"secret-remove", added}, 0, "", ""},
                {{"secret-set", numbered_secret(0), "foo=x"}, 0, "", ""}});
}

TEST(SecretBounds, SE15_what_a_hook_takes_away_is_not_counted_with_what_it_adds) {
  World world = managing();
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(world.call({"secret-add", "foo=x"}).code, 0) << i;
  for (int i = 1; i <= 9'998; ++i)
    ASSERT_EQ(world.call({"secret-remove", numbered_secret(i)}).code, 0) << i;
  check(world, {{{"secret-remove", numbered_secret(9'999), "--revision", "1"}, 0, "", ""},
                {{"secret-revoke", numbered_secret(0), "--app", "mysql"}, 0, "", ""},
                {{"secret-remove", numbered_secret(10'000)}, 1, "", too_many_removals},
                {{"secret-remove", numbered_secret(0), "--revision", "1"}, 0, "", ""},
                {{"secret-set", numbered_secret(1), "foo=x"}, 1, "", too_many_secrets}});
  EXPECT_EQ(world.state.secrets.pending.size(), 10'100U);
  EXPECT_EQ(world.state.secrets.pending_removals, 10'000U);
}

TEST(SecretBounds, SE15_a_secret_counts_as_what_the_hook_does_with_it_in_the_end) {
  World world = managing();
  const std::string id = numbered_secret(0);
  EXPECT_EQ(world.call({"secret-set", id, "foo=x"}).code, 0);
  EXPECT_EQ(world.call({"secret-revoke", id, "--app", "mysql"}).code, 0);
  EXPECT_EQ(world.state.secrets.pending_removals, 0U) << "it has a new content, too";
  EXPECT_EQ(world.call({"secret-remove", id}).code, 0);
  EXPECT_EQ(world.state.secrets.pending_removals, 1U);
  EXPECT_FALSE(world.state.secrets.pending.at(id).content);
  EXPECT_EQ(world.call({"secret-set", id, "foo=x"}).code, 0);
  EXPECT_EQ(world.state.secrets.pending_removals, 0U);
}

TEST(SecretBounds, SE15_a_hook_adds_a_bounded_number_of_bytes) {
  World world = managing();
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(world.call({"secret-add", content_of(75'000)}).code, 0) << i;
  check(world, {{{"secret-add", content_of(75'000)}, 1, "", too_large_secrets},
                {{"secret-set", numbered_secret(0), content_of(75'000)}, 1, "", too_large_secrets},
                {{"secret-set", numbered_secret(0), "--description", std::string(65'000, 'd')},
                 1,
                 "",
                 too_large_secrets}});
  EXPECT_EQ(world.state.secrets.pending.size(), 10U);
  EXPECT_LE(world.state.secrets.pending_bytes, protocol::changed_secrets_bytes_max);
  const std::string added = world.state.secrets.pending.begin()->first;
  EXPECT_EQ(world.call({"secret-remove", added}).code, 0);
  EXPECT_EQ(world.call({"secret-add", content_of(75'000)}).code, 0);
}

TEST(SecretBounds, SE18_of_several_sets_the_last_content_counts) {
  World world = managing();
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(world.call({"secret-set", numbered_secret(0), content_of(700'000)}).code, 0) << i;
  EXPECT_EQ(world.call({"secret-set", numbered_secret(0), "--description", "d"}).code, 0);
  EXPECT_EQ(world.call({"secret-remove", numbered_secret(0)}).code, 0);
  EXPECT_LT(world.state.secrets.pending_bytes, 1'000U) << "what is removed takes no room";
}

TEST(SecretBounds, SE26_subjects_count_too) {
  World world = managing();
  const std::string name(400'000, 'a');
  for (const char* letter : {"b", "c"})
    EXPECT_EQ(world.call({"secret-revoke", numbered_secret(0), "--app", name + letter}).code, 0);
  check(world, {{{"secret-revoke", numbered_secret(0), "--app", name}, 1, "", too_large_secrets}});
}

TEST(SecretBounds, SE5_what_the_tools_take_the_model_takes_once_it_is_sealed) {
  World world = managing();
  int added = 0;
  while (added < 30 && world.call({"secret-add", "bbb=x", content_of(60'000)}).code == 0)
    ++added;
  EXPECT_EQ(added, 13);
  std::size_t sealed = 0;
  for (const auto& [id, pending] : world.state.secrets.pending) {
    protocol::SecretChange change = pending.change;
    change.value = {std::string(41, 'n') + config::secret_text(*pending.content),
                    config::secret_checksum(*pending.content)};
    sealed += protocol::size_of(change);
  }
  EXPECT_LE(sealed, world.state.secrets.pending_bytes);
}

TEST(SecretBounds, SE4_no_content_of_a_file_stays_whatever_the_call_comes_to) {
  World world = managing();
  world.call({"secret-add"});
  world.call({"secret-add", "foo=x", "--rotate", "often"});
  world.call({"secret-add", "foo#file=/a", "Bar=x"}, "in it");
  world.call({"secret-add", "foo#file=/a", "--owner", "me"}, "in it");
  world.call({"secret-add", "--file", "/a"}, "no map");
  world.call({"secret-set", numbered_secret(0), "foo#file=/a", "--expire", "-1h"}, "in it");
  EXPECT_TRUE(world.state.secrets.files.empty());
}

TEST(SecretBounds, SE4_calls_that_nobody_waits_for_give_way) {
  World world = managing();
  for (int i = 0; i < 40; ++i)
    EXPECT_TRUE(world.call({"secret-add", "foo#file=/" + std::to_string(i)}).wants_input);
  EXPECT_EQ(world.state.secrets.files.size(), 16U);
  EXPECT_EQ(world.call({"secret-add", "foo#file=/a"}, "in it").code, 0);
}

TEST(SecretBounds, SE5_the_files_of_one_call_have_a_bounded_size) {
  World world = managing();
  std::vector<std::string> call{"secret-add"};
  for (int i = 0; i < 9; ++i)
    call.push_back("foo" + std::to_string(i) + "#file=/" + std::to_string(i));
  const std::string text(700'000, 'x');
  ToolCall first{call, "/charm", "", false};
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(std::get<ToolDone>(evaluate(world.sight, world.state, first)).reply.wants_input);
    first.input = text;
    first.has_input = true;
  }
  EXPECT_TRUE(std::get<ToolDone>(evaluate(world.sight, world.state, first)).reply.wants_input);
  const ToolReply last = std::get<ToolDone>(evaluate(world.sight, world.state, first)).reply;
  EXPECT_EQ(last.error,
            "ERROR the files of one call may have at most 2000000 bytes in all: give fewer\n");
  EXPECT_TRUE(world.state.secrets.files.empty());
}

} // namespace
} // namespace orrery::hooks
