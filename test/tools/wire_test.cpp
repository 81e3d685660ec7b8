#include "actors/hooks/wire.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

ToolCall sample_call() {
  return {{"relation-set", "", "k=\n\xff", std::string("a\0b", 3)}, "/charm", "in\nput", true};
}

ToolReply sample_reply() {
  return {2, "out\n", "ERROR x\n", true, "F", "out.json"};
}

std::string body_of(const std::string& frame) {
  return frame.substr(frame_header);
}

TEST(Wire, a_call_comes_back_as_it_was) {
  const auto frame = encode_call("token", sample_call());
  ASSERT_TRUE(frame);
  const auto back = decode_call(body_of(*frame));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->token, "token");
  EXPECT_EQ(back->call.arguments, sample_call().arguments);
  EXPECT_EQ(back->call.directory, "/charm");
  EXPECT_EQ(back->call.input, "in\nput");
  EXPECT_TRUE(back->call.has_input);
}

TEST(Wire, a_reply_comes_back_as_it_was) {
  const auto back = decode_reply(body_of(encode_reply(sample_reply())));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->code, 2);
  EXPECT_EQ(back->output, "out\n");
  EXPECT_EQ(back->error, "ERROR x\n");
  EXPECT_TRUE(back->wants_input);
  EXPECT_EQ(back->input_file, "F");
  EXPECT_EQ(back->output_file, "out.json");
}

TEST(Wire, a_frame_is_complete_with_its_last_byte) {
  const std::string frame = *encode_call("token", sample_call());
  for (std::size_t size = 0; size < frame.size(); ++size)
    EXPECT_EQ(frame_head(frame.substr(0, size), call_limit).state, FrameState::Incomplete);
  const FrameHead head = frame_head(frame + "more", call_limit);
  EXPECT_EQ(head.state, FrameState::Complete);
  EXPECT_EQ(head.size, frame.size() - frame_header);
}

TEST(Wire, a_frame_beyond_the_limit_is_told_by_its_header) {
  EXPECT_EQ(frame_head(std::string("\x00\x00\x10\x00", 4), call_limit).state,
            FrameState::Incomplete);
  EXPECT_EQ(frame_head(std::string("\x01\x00\x10\x00", 4), call_limit).state, FrameState::TooLong);
  EXPECT_EQ(frame_head("\xff\xff\xff\xff", reply_limit).state, FrameState::TooLong);
}

TEST(Wire, a_cut_body_is_refused_wherever_it_is_cut) {
  const std::string call = body_of(*encode_call("token", sample_call()));
  for (std::size_t size = 0; size < call.size(); ++size)
    EXPECT_FALSE(decode_call(call.substr(0, size))) << size;
  const std::string reply = body_of(encode_reply(sample_reply()));
  for (std::size_t size = 0; size < reply.size(); ++size)
    EXPECT_FALSE(decode_reply(reply.substr(0, size))) << size;
}

TEST(Wire, bytes_left_over_are_refused) {
  EXPECT_FALSE(decode_call(body_of(*encode_call("token", sample_call())) + "x"));
  EXPECT_FALSE(decode_reply(body_of(encode_reply(sample_reply())) + "x"));
}

TEST(Wire, another_kind_or_version_is_refused) {
  std::string call = body_of(*encode_call("token", sample_call()));
  EXPECT_FALSE(decode_reply(call));
  call[1] = 2;
  EXPECT_FALSE(decode_call(call));
}

TEST(Wire, a_count_or_size_that_promises_too_much_is_refused) {
  ToolCall call{{"x"}, "", "", false};
  std::string body = body_of(*encode_call("", call));
  // Version, empty token and directory, flag, empty input, then the count.
  body.replace(2 + 4 + 4 + 1 + 4, 4, "\xff\xff\xff\xff");
  EXPECT_FALSE(decode_call(body));
  body.replace(2, 4, "\xff\xff\xff\xff");
  EXPECT_FALSE(decode_call(body));
}

TEST(Wire, a_flag_is_zero_or_one) {
  ToolCall call{{"x"}, "", "", true};
  std::string body = body_of(*encode_call("", call));
  body[2 + 4 + 4] = 2;
  EXPECT_FALSE(decode_call(body));
}

TEST(Wire, a_call_names_its_tool) {
  EXPECT_FALSE(decode_call(body_of(*encode_call("t", ToolCall{}))));
}

TEST(Wire, a_call_beyond_the_limit_is_not_made) {
  ToolCall call{{"x"}, "", std::string(call_limit - 100, 'x'), true};
  const auto frame = encode_call("", call);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame_head(*frame, call_limit).state, FrameState::Complete);
  call.input.append(100, 'x');
  EXPECT_FALSE(encode_call("", call));
}

TEST(Wire, a_reply_beyond_the_limit_becomes_an_error) {
  ToolReply reply;
  reply.output.assign(reply_limit, 'x');
  const auto back = decode_reply(body_of(encode_reply(reply)));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->code, 1);
  EXPECT_EQ(back->output, "");
  EXPECT_EQ(back->error, "ERROR answer is longer than 16 MiB: ask for one key\n");
}

} // namespace
} // namespace orrery::hooks
