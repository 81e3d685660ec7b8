#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The runner's request to the starter (cmd/keeper), and its answer; a keeper that has become spare
/// takes the same request and answers nothing. Pure: no I/O. All run on one host, and what they say
/// is in its own order of bytes.
///
///     request = size words {text}   size: bytes of all texts; 32 bits     text    = {byte} NUL
/// the first `words` (32 bits) are the keeper's command line, as /proc shows it; all
/// others are the hook's environment     answer  = pid error           32 bits each; error is
/// errno, 0 if there is a keeper
///
/// With the first bytes of a request to the starter come the descriptors that the keeper has from 1
/// on (SCM_RIGHTS), and after them its hook's standard input, if that is not /dev/null, and after
/// that its standard output and error, if those are not the keeper's.
namespace orrery::hooks {

inline constexpr int keeper_descriptors = 5; ///< 1 to 5, see cmd/keeper/main.cpp; 0 is /dev/null.
/// Where a keeper has its hook's standard input, if one comes with the request: the lowest number
/// that is free behind the starter's socket.
inline constexpr int input_descriptor = 7;
/// Where it has the hook's standard output then, and after it the standard error.
inline constexpr int output_descriptor = input_descriptor + 1;
inline constexpr std::size_t most_sent_descriptors = keeper_descriptors + 3;
/// Before `yes`: the hook's standard input has come with the request. Never in one to a spare
/// keeper.
inline constexpr std::string_view input_word = "--input";
/// Before `yes`: so have its standard output and error, behind its standard input.
inline constexpr std::string_view outputs_word = "--outputs";
/// Before the control group in which the keeper is to begin: the starter makes it.
inline constexpr std::string_view keepers_word = "--keepers";
/// Before the control group in which the hook is to begin: the keeper makes it, with the limits
/// that follow these words.
inline constexpr std::string_view group_word = "--group";
inline constexpr std::string_view most_processes_word = "--most-processes";
inline constexpr std::string_view most_memory_word = "--most-memory";
/// Before the user, by number, that the hook is to be, without other groups than its own.
inline constexpr std::string_view user_word = "--user";
/// Before `yes`: the hook gets no privileges by what it executes.
inline constexpr std::string_view no_new_privileges_word = "--no-new-privileges";
inline constexpr int starter_socket = 6; ///< The starter's own.
/// Bytes of a request's texts. The kernel lets no program have more than 6 MiB.
inline constexpr std::size_t start_limit = std::size_t{8} << 20;
/// Bytes that a starter has for showing a keeper's command line: its padding.
inline constexpr std::size_t command_line_room = std::size_t{16} << 10;

struct StartHead {
  std::uint32_t size = 0;
  std::uint32_t words = 0;
};
static_assert(sizeof(StartHead) == 8);

struct StartAnswer {
  std::int32_t pid = 0;
  std::int32_t error = 0;
};
static_assert(sizeof(StartAnswer) == 8);

/// @returns the whole request; nothing if its texts are longer than start_limit.
/// @pre no text holds a NUL byte.
[[nodiscard]] std::optional<std::string>
encode_start(const std::vector<std::string>& words,
             const std::map<std::string, std::string>& environment);

/// A request's texts as execve wants them: pointers into them, a null pointer at the end of each
/// list.
struct StartTexts {
  std::vector<char*> words;
  std::vector<char*> environment;
  std::size_t words_size = 0; ///< Bytes of the texts that are words.
};
/// @returns nothing if the last text has no end, or there are fewer texts than `words`.
[[nodiscard]] std::optional<StartTexts> split_texts(std::span<char> texts, std::uint32_t words);

} // namespace orrery::hooks
