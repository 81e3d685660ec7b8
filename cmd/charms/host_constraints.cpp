#include "cmd/charms/host_constraints.hpp"

#include "cmd/charms/deployment.hpp"
#include "cmd/session/this_host.hpp"

#include <charconv>
#include <cstdint>

namespace orrery::cmd {

namespace {

/// The number that a constraint asks for; 0 for one that is not there.
std::uint64_t asked_for(const config::Constraints& constraints, const std::string& name) {
  std::uint64_t number = 0;
  if (const auto found = constraints.values.find(name); found != constraints.values.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

} // namespace

std::string misfit(const config::Constraints& constraints, const render::Host& host) {
  const auto arch = constraints.values.find("arch");
  if (arch == constraints.values.end() || arch->second.empty() || host.architecture.empty()
      || arch->second == host.architecture)
    return {};
  return "invalid constraint value: arch=" + arch->second + ": valid values are: ["
         + host.architecture + "], for all machines are on this host";
}

std::vector<std::string> shortages(const config::Constraints& constraints,
                                   const render::Host& host) {
  std::vector<std::string> all;
  if (const auto cores = asked_for(constraints, "cores"); host.cores > 0 && cores > host.cores)
    all.push_back("cores=" + std::to_string(cores) + " is more than this host's "
                  + std::to_string(host.cores) + ": machines share what there is");
  if (const auto mem = asked_for(constraints, "mem"); host.mebibytes > 0 && mem > host.mebibytes)
    all.push_back("mem=" + std::to_string(mem) + "M is more than this host's "
                  + std::to_string(host.mebibytes) + "M: machines share what there is");
  return all;
}

tl::expected<std::string, std::string> read_constraints(Session& session,
                                                        const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  const auto read = config::parse_constraints(text);
  if (!read)
    return tl::unexpected(read.error());
  const render::Host host = this_host();
  if (auto why = misfit(*read, host); !why.empty())
    return tl::unexpected(std::move(why));
  std::vector<std::string> warnings;
  for (const auto& [old, name] : read->aliases)
    warnings.push_back("constraint \"" + old + "\" is deprecated in favor of \"" + name + "\".");
  for (std::string& shortage : shortages(*read, host))
    warnings.push_back(std::move(shortage));
  warn(session, warnings);
  return read->text();
}

} // namespace orrery::cmd
