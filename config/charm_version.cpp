#include "config/charm_version.hpp"

#include "config/input.hpp"
#include "config/number.hpp"

#include <limits>
#include <string>
#include <string_view>

namespace orrery::config {

namespace {

constexpr std::uint64_t file_bytes_max = 64 << 10;

/// The first line of a file of the charm, without blanks around it; empty if there is no such file.
Result<std::string> first_line(const OpenedDirectory& directory, const std::string& name) {
  if (!directory.has(name))
    return std::string{};
  auto text = read_input(directory, name, file_bytes_max);
  if (!text)
    return text;
  if (auto checked = check_characters(*text, (directory.path() / name).string()); !checked)
    return tl::unexpected(std::move(checked.error()));
  constexpr std::string_view blanks = " \t\r";
  std::string_view line{*text};
  line = line.substr(0, line.find('\n'));
  const auto first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return std::string{};
  return std::string{line.substr(first, line.find_last_not_of(blanks) - first + 1)};
}

} // namespace

Result<std::uint32_t> read_charm_revision(const OpenedDirectory& directory) {
  const std::string name = "revision";
  const auto line = first_line(directory, name);
  if (!line)
    return tl::unexpected(line.error());
  if (!directory.has(name))
    return 0U;
  const auto revision = parse_number<std::uint32_t>(*line);
  if (!revision || *revision > std::uint32_t{std::numeric_limits<std::int32_t>::max()})
    return tl::unexpected(file_error(directory.path() / name, "invalid revision file",
                                     "write a whole number into it, or leave the file out"));
  return *revision;
}

Result<std::string> read_charm_version(const OpenedDirectory& directory) {
  return first_line(directory, "version");
}

} // namespace orrery::config
