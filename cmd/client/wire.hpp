#pragma once

#include "cmd/client/output.hpp"
#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What client and server say to each other.
///
///     frame   = length(4, little endian) kind(1) payload(length)     request = mode(1)
/// text(directory) flags(1: bit 0 tty, bit 1 colour, bit 2 progress) columns(4) rows(4) text(name)
/// texts(words)     exit    = code(4)     text    = length(4) bytes     texts   = count(4) { text }
/// window  = columns(4) rows(4) type [0(1) model [0(1) user 0(1) password]]
/// wanted  = most(4)     input = state(1) bytes
/// type = TERM of the client's terminal, model = which one the next request is about, user and
/// password = whose rights count for it: all are empty but in a window before a request
/// terminal = 0(1), and with it a descriptor (SCM_RIGHTS)
/// streams = 0(1), and with it three: a program's standard input, output and error
///
/// The client sends requests, one after the other is answered, interrupts, its window's size where
/// that changes while a request runs, and once in a request that its output takes no more; the
/// server answers each request with out, err and (where asked for) progress frames, terminals and
/// streams of programs that the client's user is to use, and one exit frame. A request whose flags
/// have bit 3 comes from a client that gives its standard input: the server may send one wanted
/// frame, and then gets input frames up to the one with the last part, unless the request has ended
/// before. Bit 4: that input is a terminal.
namespace orrery::cmd::wire {

inline constexpr std::size_t payload_max = 16 << 20;

enum class FrameKind : std::uint8_t {
  Request = 1,
  Interrupt = 2,
  Out = 3,
  Err = 4,
  Exit = 5,
  Progress =
    6,        ///< A line of text: how far it is. Replaces the one before; empty: nothing is shown.
  Window = 7, ///< From the client: the size that its window has now.
  WantInput =
    8,       ///< To the client: it is to send its standard input, of which `most` bytes are taken.
  Input = 9, ///< From the client: a part of that.
  Terminal = 10, ///< The user's side of a program's terminal, until the program has ended.
  Streams = 11,  ///< The user's sides of a program's standard streams likewise.
  Cut = 12,      ///< From the client: its standard output takes no more. Without a payload.
};

struct Frame {
  FrameKind kind = FrameKind::Request;
  std::string payload;
  /// One in a frame of a terminal; input, output and errors in one of streams; else none.
  std::vector<config::Descriptor> descriptors{};
};

/// Names a user of the orchestrator, and proves that it is he.
struct Credentials {
  std::string user;
  std::string password;
  bool operator==(const Credentials&) const = default;
};

struct Request {
  enum class Mode : std::uint8_t {
    Verb,   ///< `words` is a command line, `name` is `juju` if the program was called so.
    Script, ///< `words[0]` is a script's text, `name` what it is called.
  };
  Mode mode = Mode::Verb;
  std::string directory;
  Terminal terminal;
  std::string name;
  std::vector<std::string> words;
  bool gives_input = false; ///< Its standard input is there for who wants it.
  /// `[CONTROLLER:][OWNER/]MODEL`, which a flag `--model` among the words overrides; empty: the one
  /// of who names none. Comes in a window before the request.
  std::string model;
  /// The user whose rights count; empty: the client's user of the system. Comes likewise.
  Credentials account{};
  bool is_anonymous = false; ///< It goes without the account of the client's files.
};

/// A part of a client's standard input.
struct InputPart {
  enum class State : std::uint8_t {
    More,       ///< Others come.
    Last,       ///< None comes.
    Unreadable, ///< None comes; `bytes` says why.
  };
  State state = State::More;
  std::string bytes;
};
inline constexpr std::size_t input_part_max = 1 << 16; ///< Bytes of one.

inline constexpr std::uint32_t words_max = 1 << 18; ///< Of a request.

[[nodiscard]] std::string encode(const Request& request);
/// Errors: cut short, too long, too many words, not a mode. Says what is wrong.
[[nodiscard]] tl::expected<Request, std::string> decode_request(std::string_view payload);
[[nodiscard]] std::string encode_exit(int code);
[[nodiscard]] tl::expected<int, std::string> decode_exit(std::string_view payload);

[[nodiscard]] std::string
encode_window(const WindowSize& size, std::string_view type = {}, std::string_view model = {});
[[nodiscard]] tl::expected<WindowSize, std::string> decode_window(std::string_view payload);
/// Returns the type of terminal that a window tells; empty if it tells none, or what is no name of
/// one: more than 64 bytes, or others than letters, digits and `._+-`.
[[nodiscard]] std::string terminal_type_in(std::string_view window);
/// Returns the model that a window tells, whatever its text; empty if it tells none.
[[nodiscard]] std::string model_in(std::string_view window);
/// A window that tells whose rights count for the next request.
[[nodiscard]] std::string encode_account(const Credentials& account);
/// Returns whom a window tells; nothing if it tells nobody.
[[nodiscard]] std::optional<Credentials> account_in(std::string_view window);

[[nodiscard]] std::string encode(const InputPart& part);
/// Errors: no state, more bytes than a part has.
[[nodiscard]] tl::expected<InputPart, std::string> decode_input(std::string_view payload);
[[nodiscard]] std::string encode_wanted(std::uint32_t most);
[[nodiscard]] tl::expected<std::uint32_t, std::string> decode_wanted(std::string_view payload);

/// Why a frame did not come or go.
enum class Trouble : std::uint8_t { Closed, TimedOut, Broken };

using Deadline = std::chrono::milliseconds;
inline constexpr Deadline no_deadline{-1};

/// Sends one frame; each part of it must be taken within the deadline.
[[nodiscard]] tl::expected<void, Trouble>
send_frame(int socket, FrameKind kind, std::string_view payload, Deadline deadline);
inline constexpr std::size_t streams_count = 3; ///< Descriptors that come with a frame of streams.

/// Sends a frame of a terminal or of streams; the sender's own descriptors stay open.
/// @pre as many as a frame of that kind has
[[nodiscard]] tl::expected<void, Trouble>
send_descriptors(int socket, FrameKind kind, std::span<const int> descriptors, Deadline deadline);
/// Receives one frame. @param first how long it may take to begin; `rest` how long each further
/// part; `most` bytes of its payload. Broken: longer, of no known kind, a terminal's or streams'
/// without them.
[[nodiscard]] tl::expected<Frame, Trouble>
receive_frame(int socket, Deadline first, Deadline rest, std::size_t most = payload_max);

} // namespace orrery::cmd::wire
