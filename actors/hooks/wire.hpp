#pragma once

#include "actors/hooks/tool_server.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The bytes between a hook tool's process and the ToolServer. Pure: no I/O.
///
///     frame  = size body            size: length of body
///     call   = 'C' version token directory has-input input count {argument}
///     reply  = 'R' version code output error wants-input input-file output-file
///     text   = size {byte}          token, directory, input, argument, output, ...
///     size, count, code             32 bits, little endian
///     version, has-input, wants-input  one byte; version is 1, flags are 0 or 1
///
/// A connection carries a call and its reply, and once more the same call with input if the reply
/// wants it.
namespace orrery::hooks {

inline constexpr std::size_t call_limit = std::size_t{1} << 20;   ///< Bytes of a call's body.
inline constexpr std::size_t reply_limit = std::size_t{16} << 20; ///< Bytes of a reply's body.
inline constexpr std::size_t frame_header = 4;                    ///< Bytes before the body.

/// A call with the token that it carries.
struct TokenCall {
  std::string token;
  ToolCall call;
};

/// How far a frame has arrived.
enum class FrameState {
  Incomplete, ///< More bytes must come.
  Complete,   ///< Its first frame_header + size bytes are the frame.
  TooLong     ///< It announces more than the limit: close the connection.
};
struct FrameHead {
  FrameState state = FrameState::Incomplete;
  std::size_t size = 0; ///< Of the body, once the header is there.
};

/// Looks at the frame that begins `bytes`.
[[nodiscard]] FrameHead frame_head(std::string_view bytes, std::size_t limit);

/// @returns the whole frame; nothing if the call is longer than call_limit.
[[nodiscard]] std::optional<std::string> encode_call(const std::string& token,
                                                     const ToolCall& call);
/// @returns the whole frame; a reply that is longer than reply_limit is replaced by an error.
[[nodiscard]] std::string encode_reply(const ToolReply& reply);
/// @param body a frame without its header.
/// @returns nothing if it is malformed, has no arguments, or bytes are left over.
[[nodiscard]] std::optional<TokenCall> decode_call(std::string_view body);
/// @param body a frame without its header.
/// @returns nothing if it is malformed or bytes are left over.
[[nodiscard]] std::optional<ToolReply> decode_reply(std::string_view body);

} // namespace orrery::hooks
