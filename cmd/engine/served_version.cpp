#include "cmd/engine/served_version.hpp"

#include "cmd/session/text_file.hpp"
#include "cmd/verbs/version.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace orrery::cmd {

namespace {

constexpr std::size_t longest_version = 64;

std::string noted_version(const std::filesystem::path& data_directory) {
  constexpr std::uint64_t longest_file = 1 << 16;
  const std::string text =
    read_text_file(data_directory / "version", longest_file).value_or(std::string());
  const std::string line = text.substr(0, text.find('\n'));
  const bool is_version =
    line.size() <= longest_version
    && line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.+~-") == std::string::npos;
  return is_version ? line : std::string();
}

} // namespace

tl::expected<void, std::string> note_version(const std::filesystem::path& data_directory) {
  if (noted_version(data_directory) == own_version)
    return {};
  const auto path = data_directory / "version";
  const auto fresh = data_directory / "version.new";
  std::ofstream file(fresh, std::ios::trunc);
  file << own_version << '\n';
  file.close();
  std::error_code error(file.fail() ? errno : 0, std::generic_category());
  if (!error)
    std::filesystem::rename(fresh, path, error);
  if (error)
    return tl::unexpected("cannot write " + path.string() + ": " + error.message());
  return {};
}

std::string way_back(const std::filesystem::path& data_directory) {
  const std::string version = noted_version(data_directory);
  return version.empty() ? version
                         : " orrery " + version + " has served " + data_directory.string()
                             + " last: go back to it.";
}

} // namespace orrery::cmd
