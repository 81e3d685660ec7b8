// Between orrery-unpack and whoever has started it, over a pipe:
//
//     stream = { frame } end
//     frame  = kind(1) length(4, little-endian) bytes(length)
//     kind   = 'd' a directory's name | 'f' a file's name | 'x' an executable file's name
//            | 'c' more of that file's content | 'l' a link's name | 't' where that link leads
//     end    = a frame of kind 'e', without bytes: all was read
//            | a frame of kind '!': what is wrong, as read_archive says it
#pragma once

#include "cmd/unpack/members.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::unpack {

constexpr std::size_t frame_max = 1U << 16U; ///< Bytes behind the head.

/// Writes frames into a pipe.
class FrameWriter final : public Members {
public:
  explicit FrameWriter(int pipe) : pipe_(pipe) {}

  bool directory(const std::string& name) override { return write('d', name); }
  bool link(const std::string& name, const std::string& target) override {
    return write('l', name) && write('t', target);
  }
  bool file(const std::string& name, bool is_executable) override {
    return write(is_executable ? 'x' : 'f', name);
  }
  bool content(std::string_view piece) override { return write('c', piece); }
  /// Ends the stream. @param why what is wrong; empty: all was read
  bool end(const std::string& why) { return write(why.empty() ? 'e' : '!', why); }

private:
  /// @returns whether somebody takes it. What is longer than a frame may be is cut off behind it,
  /// so that a name is refused as too long by whoever takes it.
  bool write(char kind, std::string_view bytes);

  int pipe_;
};

/// How a stream has ended.
struct StreamEnd {
  enum class How {
    Whole,     ///< All was read.
    Wrong,     ///< `text` says what is wrong with the archive.
    Cut,       ///< The pipe ended amid it: its writer has died.
    Unwanted,  ///< `to` wanted no more.
    Forbidden, ///< There was something else than frames.
    Silent,    ///< Nothing came within the patience.
  };
  How how = How::Cut;
  std::string text{};
};

/// Reads a stream, and hands over what it holds. Nothing of it is trusted: frames are at most
/// `frame_max` long, content comes only behind a file, a target only behind a link.
[[nodiscard]] StreamEnd read_stream(int pipe, Members& to, std::chrono::milliseconds patience);

} // namespace orrery::unpack
