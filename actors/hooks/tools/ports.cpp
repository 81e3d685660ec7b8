#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/port.hpp"
#include "actors/hooks/tools/tool.hpp"
#include "actors/protocol/hook_bounds.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::hooks {
namespace {

constexpr std::size_t ports_limit = 1024; ///< Changes of one hook.

using Ports = std::set<store::Port>;

/// Returns the ports that will be open when the hook succeeds.
Ports open_afterwards(const Task& task) {
  Ports ports(task.sight.ports.begin(), task.sight.ports.end());
  ports.insert(task.state.opened.begin(), task.state.opened.end());
  for (const store::Port& port : task.state.closed)
    ports.erase(port);
  return ports;
}

/// Returns that range, for one endpoint, or for all.
store::Port at(store::Port port, const std::string& endpoint) {
  port.endpoint = endpoint;
  return port;
}

void close_for_all(Ports& open, const store::Port& port) {
  std::erase_if(open, [&](const store::Port& each) { return at(each, "") == port; });
}

/// Opens it, unless it is open for all already.
void open_for(Ports& open, const store::Port& port, const std::string& endpoint) {
  if (endpoint.empty())
    close_for_all(open, port);
  if (!open.contains(port))
    open.insert(at(port, endpoint));
}

/// Closes it; if it was open for all, it stays open for the others.
void close_for(Ports& open,
               const store::Port& port,
               const std::string& endpoint,
               const Task& task) {
  if (endpoint.empty())
    return close_for_all(open, port);
  if (open.erase(port) > 0)
    for (const std::string& other : task.sight.bindings)
      if (other != "juju-info") // which every charm has and none declares
        open.insert(at(port, other));
  open.erase(at(port, endpoint));
}

/// Returns what --endpoints names; one empty name where it is not given.
std::vector<std::string> asked_endpoints(const Task& task) {
  std::vector<std::string> names;
  const std::string text = task.flags.text("endpoints");
  std::string_view rest = text;
  do {
    const std::size_t end = std::min(rest.find(','), rest.size());
    names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  } while (!rest.empty());
  return names;
}

tl::expected<store::Port, ToolDone> asked_port(const Task& task) {
  if (task.flags.positional.empty())
    return tl::unexpected(misused("no port or range specified"));
  const auto port = parse_port(task.flags.positional.front());
  if (!port)
    return tl::unexpected(misused(port.error()));
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return tl::unexpected(extra);
  return *port;
}

/// Empty, or which open range the port cuts into, or which endpoint is none.
std::string refusal(const Task& task, const store::Port& port, const char* verb) {
  const std::string cannot =
    std::string("cannot ") + verb + ' ' + port_text(port) + " (unit \"" + task.sight.unit + "\"): ";
  for (const std::string& endpoint : asked_endpoints(task))
    if (!endpoint.empty() && !task.sight.bindings.contains(endpoint))
      return cannot + "unknown endpoint " + in_quotes(endpoint);
  for (const store::Port& other : open_afterwards(task))
    if (conflict(port, other))
      return cannot + "port range conflicts with " + port_text(other) + ", which is open";
  return {};
}

/// Takes over what is to be open, as differences to what is.
ToolOutcome become(Task& task, const Ports& open, const store::Port& port, const char* verb) {
  const Ports before(task.sight.ports.begin(), task.sight.ports.end());
  Ports opened;
  Ports closed;
  std::set_difference(open.begin(), open.end(), before.begin(), before.end(),
                      std::inserter(opened, opened.end()));
  std::set_difference(before.begin(), before.end(), open.begin(), open.end(),
                      std::inserter(closed, closed.end()));
  if (opened.size() + closed.size() > ports_limit)
    return failed(
      std::string("cannot ") + verb + ' ' + port_text(port)
      + ": one hook may open and close at most 1024 ranges: use a range for many ports");
  // A change that leaves no more open is taken even where an earlier orrery let more be.
  if (open.size() > protocol::open_ports_max && open.size() > open_afterwards(task).size())
    return failed(std::string("cannot ") + verb + ' ' + port_text(port) + ": unit "
                  + task.sight.unit
                  + " would have more than 1024 ranges open: use a range for many ports");
  task.state.opened = std::move(opened);
  task.state.closed = std::move(closed);
  return done();
}

ToolOutcome open_port(Task& task) {
  const auto port = asked_port(task);
  if (!port)
    return port.error();
  if (const std::string text = refusal(task, *port, "open"); !text.empty())
    return failed(text);
  Ports open = open_afterwards(task);
  for (const std::string& endpoint : asked_endpoints(task))
    open_for(open, *port, endpoint);
  return become(task, open, *port, "open");
}

ToolOutcome close_port(Task& task) {
  const auto port = asked_port(task);
  if (!port)
    return port.error();
  if (const std::string text = refusal(task, *port, "close"); !text.empty())
    return failed(text);
  Ports open = open_afterwards(task);
  for (const std::string& endpoint : asked_endpoints(task))
    close_for(open, *port, endpoint, task);
  return become(task, open, *port, "close");
}

/// Each range once; with --endpoints, for which: `80/tcp (*)`, `443/tcp (admin, website)`.
ToolOutcome opened_ports(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  std::map<store::Port, std::string> ranges;
  for (const store::Port& port : open_afterwards(task)) {
    std::string& endpoints = ranges[at(port, "")];
    endpoints += (endpoints.empty() ? "" : ", ") + (port.endpoint.empty() ? "*" : port.endpoint);
  }
  std::vector<std::string> texts;
  for (const auto& [range, endpoints] : ranges)
    texts.push_back(port_text(range) + (task.flags.on("endpoints") ? " (" + endpoints + ")" : ""));
  return printed(task, config::Data::list(texts));
}

Tool port_tool(const char* name, const char* purpose, ToolOutcome (*run)(Task&)) {
  return {name,
          "<port>[/<protocol>] or <from>-<to>[/<protocol>] or icmp",
          purpose,
          false,
          {{{"endpoints"}, false, "", "For these only, split by commas"},
           {{"format"}, false, "", "Deprecated, has no effect"}},
          run};
}

} // namespace

std::vector<Tool> port_tools() {
  return {
    port_tool("open-port", "Register a port or range to open when the hook succeeds.", open_port),
    port_tool("close-port", "Register a port or range to close when the hook succeeds.",
              close_port),
    {"opened-ports",
     "",
     "List the ports that the unit has open, with what this hook opens and closes.",
     true,
     {{{"endpoints"}, true, "", "Show the endpoints of each port"}},
     opened_ports}};
}

} // namespace orrery::hooks
