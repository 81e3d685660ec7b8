#include "cmd/session/arguments.hpp"

#include "config/number.hpp"

namespace orrery::cmd {

std::optional<std::uint32_t> parse_flag_number(std::string_view text) {
  const auto value = config::parse_number<std::uint32_t>(text);
  return value && *value <= 0x7fffffffU ? value : std::nullopt;
}

bool Arguments::on(const std::string& flag) const {
  return text(flag) == "true";
}

std::optional<std::string> Arguments::text(const std::string& flag) const {
  const auto found = flags.find(flag);
  if (found == flags.end() || found->second.empty())
    return std::nullopt;
  return found->second.back();
}

std::optional<std::uint32_t> Arguments::number(const std::string& flag) const {
  const auto value = text(flag);
  return value ? parse_flag_number(*value) : std::nullopt;
}

std::vector<std::string> Arguments::all(const std::string& flag) const {
  const auto found = flags.find(flag);
  return found == flags.end() ? std::vector<std::string>{} : found->second;
}

tl::unexpected<UsageError> Arguments::wrong(std::size_t index, std::string text) const {
  return tl::unexpected(UsageError{std::move(text), index < places.size() ? places[index] : 0});
}

} // namespace orrery::cmd
