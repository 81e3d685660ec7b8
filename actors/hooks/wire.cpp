#include "actors/hooks/wire.hpp"

#include "config/frame_fields.hpp"

#include <cstdint>

namespace orrery::hooks {
namespace {

constexpr char version = 1;

using config::FieldReader;
using config::put_number;
using config::put_text;

std::string framed(const std::string& body) {
  std::string frame;
  frame.reserve(frame_header + body.size());
  put_text(frame, body);
  return frame;
}

/// Bytes of the body that `encode_reply` makes: told before it is made, so that nothing overflows.
std::size_t reply_size(const ToolReply& reply) {
  return 2 + 4 + 1 + 4 * 4 + reply.output.size() + reply.error.size() + reply.input_file.size()
         + reply.output_file.size();
}

std::size_t call_size(const std::string& token, const ToolCall& call) {
  std::size_t size = 2 + 1 + 4 * 4 + token.size() + call.directory.size() + call.input.size();
  for (const std::string& argument : call.arguments)
    size += 4 + argument.size();
  return size;
}

} // namespace

FrameHead frame_head(std::string_view bytes, std::size_t limit) {
  if (bytes.size() < frame_header)
    return {};
  const std::size_t size = config::number_at(bytes);
  if (size > limit)
    return {FrameState::TooLong, size};
  if (bytes.size() - frame_header < size)
    return {FrameState::Incomplete, size};
  return {FrameState::Complete, size};
}

std::optional<std::string> encode_call(const std::string& token, const ToolCall& call) {
  if (call_size(token, call) > call_limit)
    return std::nullopt;
  std::string body{'C', version};
  put_text(body, token);
  put_text(body, call.directory);
  body.push_back(call.has_input ? 1 : 0);
  put_text(body, call.input);
  put_number(body, static_cast<std::uint32_t>(call.arguments.size()));
  for (const std::string& argument : call.arguments)
    put_text(body, argument);
  return framed(body);
}

std::string encode_reply(const ToolReply& reply) {
  if (reply_size(reply) > reply_limit) {
    ToolReply refusal;
    refusal.code = 1;
    refusal.error = "ERROR answer is longer than 16 MiB: ask for one key\n";
    return encode_reply(refusal);
  }
  std::string body{'R', version};
  put_number(body, static_cast<std::uint32_t>(reply.code));
  put_text(body, reply.output);
  put_text(body, reply.error);
  body.push_back(reply.wants_input ? 1 : 0);
  put_text(body, reply.input_file);
  put_text(body, reply.output_file);
  return framed(body);
}

std::optional<TokenCall> decode_call(std::string_view body) {
  FieldReader reader(body);
  reader.expect('C');
  reader.expect(version);
  TokenCall call;
  call.token = reader.text();
  call.call.directory = reader.text();
  call.call.has_input = reader.flag();
  call.call.input = reader.text();
  // No reserve: the count is not to be trusted, the bytes are.
  for (std::uint32_t count = reader.number(); reader.ok() && count > 0; --count)
    call.call.arguments.push_back(reader.text());
  if (!reader.done() || call.call.arguments.empty())
    return std::nullopt;
  return call;
}

std::optional<ToolReply> decode_reply(std::string_view body) {
  FieldReader reader(body);
  reader.expect('R');
  reader.expect(version);
  ToolReply reply;
  reply.code = static_cast<int>(reader.number());
  reply.output = reader.text();
  reply.error = reader.text();
  reply.wants_input = reader.flag();
  reply.input_file = reader.text();
  reply.output_file = reader.text();
  if (!reader.done())
    return std::nullopt;
  return reply;
}

} // namespace orrery::hooks
