#include "cmd/client/wire.hpp"

#include "config/frame_fields.hpp"

#include <algorithm>

namespace orrery::cmd::wire {

namespace {

using config::number_at;
using config::put_number;
using config::put_text;

constexpr std::size_t window_size_bytes = 8;

} // namespace

std::string encode(const Request& request) {
  std::string bytes;
  bytes += static_cast<char>(request.mode);
  put_text(bytes, request.directory);
  bytes += static_cast<char>((request.terminal.is_tty ? 1 : 0) | (request.terminal.colour ? 2 : 0)
                             | (request.terminal.progress ? 4 : 0) | (request.gives_input ? 8 : 0)
                             | (request.terminal.is_typed ? 16 : 0));
  put_number(bytes, request.terminal.columns);
  put_number(bytes, request.terminal.rows);
  put_text(bytes, request.name);
  put_number(bytes, static_cast<std::uint32_t>(request.words.size()));
  for (const auto& word : request.words)
    put_text(bytes, word);
  return bytes;
}

tl::expected<Request, std::string> decode_request(std::string_view payload) {
  config::FieldReader reader{payload};
  Request request;
  const auto mode = reader.byte();
  if (mode > static_cast<std::uint8_t>(Request::Mode::Script))
    return tl::unexpected("unknown request mode " + std::to_string(mode));
  request.mode = static_cast<Request::Mode>(mode);
  request.directory = reader.text();
  const auto flags = reader.byte();
  request.terminal.is_tty = (flags & 1U) != 0;
  request.terminal.colour = (flags & 2U) != 0;
  request.terminal.progress = (flags & 4U) != 0;
  request.gives_input = (flags & 8U) != 0;
  request.terminal.is_typed = (flags & 16U) != 0;
  request.terminal.columns = reader.number();
  request.terminal.rows = reader.number();
  request.name = reader.text();
  const auto count = reader.number();
  if (count > words_max)
    return tl::unexpected(std::to_string(count) + " words, of which a request has at most "
                          + std::to_string(words_max));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i)
    request.words.push_back(reader.text());
  if (!reader.done())
    return tl::unexpected(std::string{"the request does not end where it should"});
  if (request.mode == Request::Mode::Script && request.words.empty())
    return tl::unexpected(std::string{"a script is one text"});
  return request;
}

std::string encode_exit(int code) {
  std::string bytes;
  put_number(bytes, static_cast<std::uint32_t>(code));
  return bytes;
}

tl::expected<int, std::string> decode_exit(std::string_view payload) {
  if (payload.size() != 4)
    return tl::unexpected(std::string{"an exit code is 4 bytes"});
  return static_cast<int>(number_at(payload));
}

std::string encode_window(const WindowSize& size, std::string_view type, std::string_view model) {
  std::string bytes;
  put_number(bytes, size.columns);
  put_number(bytes, size.rows);
  bytes.append(type);
  return model.empty() ? bytes : bytes.append(1, '\0').append(model);
}

tl::expected<WindowSize, std::string> decode_window(std::string_view payload) {
  if (payload.size() < window_size_bytes)
    return tl::unexpected(std::string{"a window's size is 8 bytes"});
  return WindowSize{number_at(payload), number_at(payload.substr(4))};
}

std::string terminal_type_in(std::string_view window) {
  constexpr std::size_t longest = 64;
  constexpr const char* letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  const auto told = window.substr(std::min(window_size_bytes, window.size()));
  const auto type = told.substr(0, told.find('\0'));
  if (type.size() > longest || type.find_first_not_of(letters) != std::string_view::npos)
    return {};
  return std::string{type};
}

namespace {

/// The text behind so many zeros of what a window tells, up to the next one; nothing: there are not
/// so many.
std::optional<std::string> told_behind(std::string_view window, int zeros) {
  auto told = window.substr(std::min(window_size_bytes, window.size()));
  for (int i = 0; i < zeros; ++i) {
    const auto at = told.find('\0');
    if (at == std::string_view::npos)
      return std::nullopt;
    told.remove_prefix(at + 1);
  }
  return std::string{told.substr(0, told.find('\0'))};
}

} // namespace

std::string model_in(std::string_view window) {
  return told_behind(window, 1).value_or("");
}

std::string encode_account(const Credentials& account) {
  return encode_window({})
    .append(2, '\0')
    .append(account.user)
    .append(1, '\0')
    .append(account.password);
}

std::optional<Credentials> account_in(std::string_view window) {
  auto user = told_behind(window, 2);
  auto password = told_behind(window, 3);
  if (!user || !password)
    return std::nullopt;
  return Credentials{std::move(*user), std::move(*password)};
}

std::string encode(const InputPart& part) {
  return static_cast<char>(part.state) + part.bytes;
}

tl::expected<InputPart, std::string> decode_input(std::string_view payload) {
  if (payload.empty() || payload.size() > input_part_max + 1)
    return tl::unexpected("a part of standard input has 1 to " + std::to_string(input_part_max + 1)
                          + " bytes");
  const auto state = static_cast<std::uint8_t>(payload[0]);
  if (state > static_cast<std::uint8_t>(InputPart::State::Unreadable))
    return tl::unexpected("unknown state " + std::to_string(state) + " of standard input");
  return InputPart{static_cast<InputPart::State>(state), std::string{payload.substr(1)}};
}

std::string encode_wanted(std::uint32_t most) {
  std::string bytes;
  put_number(bytes, most);
  return bytes;
}

tl::expected<std::uint32_t, std::string> decode_wanted(std::string_view payload) {
  if (payload.size() != 4)
    return tl::unexpected(std::string{"a wish for standard input is 4 bytes"});
  return number_at(payload);
}

} // namespace orrery::cmd::wire
