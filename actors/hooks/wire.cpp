#include "actors/hooks/wire.hpp"

#include <cstdint>

namespace orrery::hooks {
namespace {

constexpr char version = 1;

void put_number(std::string& to, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    to.push_back(static_cast<char>((number >> shift) & 0xffU));
}

void put_text(std::string& to, std::string_view text) {
  put_number(to, static_cast<std::uint32_t>(text.size()));
  to.append(text);
}

std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i)
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return number;
}

/// Takes fields off the front; once something is missing or wrong, `ok` stays false.
class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t number() {
    if (!ok_ || rest_.size() < 4) {
      ok_ = false;
      return 0;
    }
    const std::uint32_t number = number_at(rest_);
    rest_.remove_prefix(4);
    return number;
  }
  std::string text() {
    const std::size_t size = number();
    if (!ok_ || rest_.size() < size) {
      ok_ = false;
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  void expect(char byte) {
    if (take() != byte)
      ok_ = false;
  }
  bool flag() {
    const char byte = take();
    if (byte != 0 && byte != 1)
      ok_ = false;
    return byte == 1;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  /// Whether all was there and nothing is left over.
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

private:
  char take() {
    if (!ok_ || rest_.empty()) {
      ok_ = false;
      return 0;
    }
    const char byte = rest_.front();
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;
  bool ok_ = true;
};

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
  const std::size_t size = number_at(bytes);
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
  Reader reader(body);
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
  Reader reader(body);
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
