#include "actors/hooks/tools/port.hpp"

#include "actors/hooks/tools/format.hpp"
#include "config/lower_case.hpp"
#include "config/number.hpp"

#include <optional>

namespace orrery::hooks {
namespace {

constexpr const char* shape = "<port>[/<protocol>] or <from>-<to>[/<protocol>] or icmp";

/// Digits only; nothing if it is no number or far beyond a port.
std::optional<int> parse_number(std::string_view text) {
  const auto number = config::parse_number<int>(text);
  return text.size() <= 9 && number && *number >= 0 ? number : std::nullopt;
}

tl::expected<store::Port, std::string> checked(int from, int to, const std::string& protocol) {
  if (from > to)
    return tl::unexpected("invalid port range " + std::to_string(from) + '-' + std::to_string(to)
                          + '/' + protocol + "; expected fromPort <= toPort");
  for (const int port : {from, to})
    if (port < 1 || port > 65535)
      return tl::unexpected("port must be in the range [1, 65535]; got \"" + std::to_string(port)
                            + '"');
  if (protocol == "icmp")
    return tl::unexpected("protocol \"icmp\" doesn't support any ports; got \""
                          + std::to_string(from) + '"');
  if (protocol != "tcp" && protocol != "udp")
    return tl::unexpected("protocol must be \"tcp\", \"udp\", or \"icmp\"; got "
                          + in_quotes(protocol));
  return store::Port{protocol, static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)};
}

} // namespace

tl::expected<store::Port, std::string> parse_port(const std::string& given) {
  const std::string text = config::in_lower_case(given);
  if (text == "icmp")
    return store::Port{"icmp", 0, 0};
  const std::size_t slash = text.find('/');
  const std::string numbers = text.substr(0, slash);
  const std::size_t dash = numbers.find('-');
  const auto from = parse_number(numbers.substr(0, dash));
  const auto to = dash == std::string::npos ? from : parse_number(numbers.substr(dash + 1));
  const std::string protocol = slash == std::string::npos ? "tcp" : text.substr(slash + 1);
  if (!from || !to || protocol.empty())
    return tl::unexpected(std::string("expected ") + shape + "; got " + in_quotes(given));
  return checked(*from, *to, protocol);
}

bool conflict(const store::Port& left, const store::Port& right) {
  const bool same = left.from == right.from && left.to == right.to;
  return !same && left.protocol == right.protocol && left.from <= right.to && right.from <= left.to;
}

} // namespace orrery::hooks
