#include "actors/hooks/wire.hpp"

#include "cmd/client/wire.hpp"
#include "test/fuzz/target.hpp"

/// What clients and hook tools send: choice(1) bytes.
namespace orrery::fuzz {
namespace {

void feed_request(std::string_view bytes) {
  const auto request = cmd::wire::decode_request(bytes);
  if (!request) {
    demand(!request.error().empty(), "an error without words");
    return;
  }
  const auto again = cmd::wire::decode_request(cmd::wire::encode(*request));
  demand(again.has_value(), "a request that was written is refused");
  demand(again->words == request->words && again->name == request->name
           && again->directory == request->directory && again->mode == request->mode
           && again->gives_input == request->gives_input,
         "another request comes back");
}

void feed_exit(std::string_view bytes) {
  if (const auto code = cmd::wire::decode_exit(bytes))
    demand(cmd::wire::encode_exit(*code) == bytes, "two spellings of one exit code");
}

void feed_input(std::string_view bytes) {
  if (const auto part = cmd::wire::decode_input(bytes))
    demand(cmd::wire::encode(*part) == bytes, "two spellings of a part of standard input");
  if (const auto most = cmd::wire::decode_wanted(bytes))
    demand(cmd::wire::encode_wanted(*most) == bytes, "two spellings of a wish for it");
}

void feed_call(std::string_view bytes) {
  const auto call = hooks::decode_call(bytes);
  if (!call)
    return;
  demand(!call->call.arguments.empty(), "a call without a tool's name");
  const auto frame = hooks::encode_call(call->token, call->call);
  demand(frame && frame->substr(hooks::frame_header) == bytes, "two spellings of one call");
}

void feed_reply(std::string_view bytes) {
  if (const auto reply = hooks::decode_reply(bytes))
    demand(hooks::encode_reply(*reply).substr(hooks::frame_header) == bytes,
           "two spellings of one reply");
}

void feed_frame(std::string_view bytes) {
  const hooks::FrameHead head = hooks::frame_head(bytes, hooks::call_limit);
  if (head.state == hooks::FrameState::Complete)
    demand(hooks::frame_header + head.size <= bytes.size(), "a frame longer than what came");
}

} // namespace

void feed(std::string_view bytes) {
  const auto [which, rest] = choose(bytes, 6);
  switch (which) {
  case 0:
    feed_request(rest);
    break;
  case 1:
    feed_exit(rest);
    break;
  case 2:
    feed_call(rest);
    break;
  case 3:
    feed_reply(rest);
    break;
  case 4:
    feed_frame(rest);
    break;
  default:
    feed_input(rest);
  }
}

} // namespace orrery::fuzz
