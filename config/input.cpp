#include "config/input.hpp"

#include "config/descriptor.hpp"
#include "config/hexadecimal.hpp"
#include "config/utf8.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace orrery::config {

namespace {

Error system_error(const std::filesystem::path& file, const std::string& act, int number) {
  const std::string remedy = number == ENOENT ? "check the path"
                             : number == EACCES
                               ? "give the orchestrator's user the right to read it"
                               : "";
  return file_error(file, act + " (" + std::strerror(number) + ")", remedy);
}

Error size_error(const std::filesystem::path& file, std::uint64_t limit) {
  return file_error(file, "the file is larger than " + size_text(limit),
                    "such a file may have at most " + size_text(limit));
}

bool is_forbidden_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

/// Non-blocking: opening a pipe that nobody writes to would wait for ever.
constexpr int to_be_read = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

/// @param file for errors. @pre errno says why the input is not open, if it is not.
Result<std::string>
read_opened(const Descriptor& input, const std::filesystem::path& file, std::uint64_t limit) {
  if (!input.is_open())
    return tl::unexpected(system_error(file, "the file cannot be opened", errno));
  struct stat status {};
  if (::fstat(input.get(), &status) != 0)
    return tl::unexpected(system_error(file, "the file cannot be examined", errno));
  if (!S_ISREG(status.st_mode))
    return tl::unexpected(file_error(file, "this is no regular file", "give a file's path"));
  if (static_cast<std::uint64_t>(status.st_size) > limit)
    return tl::unexpected(size_error(file, limit));

  std::string text;
  char buffer[16 * 1024];
  for (;;) {
    const auto got = ::read(input.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return tl::unexpected(system_error(file, "the file cannot be read", errno));
    if (got == 0)
      return text;
    // It may have grown since it was examined.
    if (text.size() + static_cast<std::size_t>(got) > limit)
      return tl::unexpected(size_error(file, limit));
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

} // namespace

Error file_error(const std::filesystem::path& file, std::string what, std::string remedy) {
  return Error{file.string(), 0, 0, std::move(what), std::move(remedy)};
}

Result<std::string> read_input(const std::filesystem::path& file, std::uint64_t limit) {
  return read_opened(Descriptor{::open(file.c_str(), to_be_read)}, file, limit);
}

Result<std::string> read_input(const OpenedDirectory& directory,
                               const std::filesystem::path& name,
                               std::uint64_t limit) {
  const auto file = directory.path() / name;
  const Descriptor input = directory.open(name, to_be_read);
  if (!input.is_open() && is_link_out(errno))
    return tl::unexpected(
      file_error(file, "is a symlink that leads out of its directory", "put a file in its place"));
  return read_opened(input, file, limit);
}

Result<void> check_characters(std::string_view text, const std::string& name) {
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    const auto column = static_cast<int>(at - line_start + 1);
    if (!character.valid)
      return tl::unexpected(Error{name, line, column,
                                  "the byte 0x" + hexadecimal(text.substr(at, 1)) + " is not UTF-8",
                                  "save the file as UTF-8"});
    if (is_forbidden_control(text[at]))
      return tl::unexpected(Error{name, line, column,
                                  "the control character 0x" + hexadecimal(text.substr(at, 1))
                                    + " is not allowed in YAML",
                                  R"(write it as an escape in double quotes, such as "\x1b")"});
    if (text[at] == '\n') {
      ++line;
      line_start = at + 1;
    }
    at += character.length;
  }
  return {};
}

std::string size_text(std::uint64_t bytes) {
  constexpr const char* units[] = {" bytes", " KiB", " MiB", " GiB", " TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < std::size(units); ++unit)
    bytes /= 1024;
  return std::to_string(bytes) + units[unit];
}

} // namespace orrery::config
