#include "config/setting_values.hpp"

#include "config/home.hpp"
#include "config/input.hpp"
#include "config/quantity.hpp"

#include <algorithm>

namespace orrery::config {

using std::chrono::milliseconds;

Result<std::filesystem::path> read_path(const Document& document, const Member& member) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (text->empty())
    return tl::unexpected(
      document.error(member.value, "the path is empty", "write a path or remove " + member.key));
  if (*text == "~" || text->compare(0, 2, "~/") == 0)
    return (home_directory() / text->substr(std::min<std::size_t>(2, text->size())))
      .lexically_normal();
  std::error_code failed;
  const auto file = std::filesystem::absolute(document.file(), failed);
  return (file.parent_path() / *text).lexically_normal();
}

Result<void> read_duration(const Document& document,
                           const Member& member,
                           milliseconds least,
                           milliseconds most,
                           milliseconds& into) {
  const auto& node = member.value;
  const auto value = node.kind == Node::Kind::Scalar ? parse_duration(node.scalar) : std::nullopt;
  if (!value)
    return tl::unexpected(
      document.error(node, "expected a duration, found " + describe(node),
                     "write a number and ms, s, m or h, e.g. " + member.key + ": 30s"));
  if (*value < least || *value > most)
    return tl::unexpected(document.error(node,
                                         "expected a duration from " + duration_text(least) + " to "
                                           + duration_text(most) + ", found " + describe(node),
                                         "write e.g. " + member.key + ": " + duration_text(into)));
  into = *value;
  return {};
}

namespace {

/// One that is in range, as it is written.
std::string size_example(const Member& member, std::uint64_t least, std::uint64_t most) {
  constexpr std::uint64_t usual = 8 << 20;
  std::string size = size_text(std::clamp(usual, least, most));
  size.erase(std::remove(size.begin(), size.end(), ' '), size.end());
  return "e.g. " + member.key + ": " + size;
}

} // namespace

Result<void> read_size(const Document& document,
                       const Member& member,
                       std::uint64_t least,
                       std::uint64_t most,
                       std::uint64_t& into) {
  const auto& node = member.value;
  const auto value = node.kind == Node::Kind::Scalar ? parse_size(node.scalar) : std::nullopt;
  if (!value)
    return tl::unexpected(document.error(node, "expected a size, found " + describe(node),
                                         "write a number and B, KiB, MiB or GiB, "
                                           + size_example(member, least, most)));
  if (*value < least || *value > most)
    return tl::unexpected(document.error(node,
                                         "expected a size from " + size_text(least) + " to "
                                           + size_text(most) + ", found " + describe(node),
                                         "write " + size_example(member, least, most)));
  into = *value;
  return {};
}

} // namespace orrery::config
