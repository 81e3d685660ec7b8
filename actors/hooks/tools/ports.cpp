#include "actors/hooks/tools/port.hpp"
#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

constexpr std::size_t ports_limit = 1024;

/// What will be open when the hook succeeds.
std::set<store::Port> open_afterwards(const Task& task) {
  std::set<store::Port> ports(task.sight.ports.begin(), task.sight.ports.end());
  ports.insert(task.state.opened.begin(), task.state.opened.end());
  for (const store::Port& port : task.state.closed)
    ports.erase(port);
  return ports;
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

/// Empty, or which open range the port cuts into.
std::string refusal(const Task& task, const store::Port& port, const char* verb) {
  const std::set<store::Port> open = open_afterwards(task);
  for (const store::Port& other : open)
    if (conflict(port, other))
      return std::string("cannot ") + verb + ' ' + port_text(port) + " (unit \"" + task.sight.unit
             + "\"): port range conflicts with " + port_text(other) + ", which is open";
  if (task.state.opened.size() + task.state.closed.size() >= ports_limit)
    return std::string("cannot ") + verb + ' ' + port_text(port)
           + ": one hook may open and close at most 1024 ranges: use a range for many ports";
  return {};
}

ToolOutcome open_port(Task& task) {
  const auto port = asked_port(task);
  if (!port)
    return port.error();
  if (const std::string text = refusal(task, *port, "open"); !text.empty())
    return failed(text);
  task.state.closed.erase(*port);
  task.state.opened.insert(*port);
  return done();
}

ToolOutcome close_port(Task& task) {
  const auto port = asked_port(task);
  if (!port)
    return port.error();
  if (const std::string text = refusal(task, *port, "close"); !text.empty())
    return failed(text);
  task.state.opened.erase(*port);
  task.state.closed.insert(*port);
  return done();
}

ToolOutcome opened_ports(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  std::vector<std::string> texts;
  for (const store::Port& port : task.sight.ports)
    texts.push_back(port_text(port) + (task.flags.on("endpoints") ? " (*)" : ""));
  return printed(task, Value::list(texts));
}

Tool port_tool(const char* name, const char* purpose, ToolOutcome (*run)(Task&)) {
  return {name,
          "<port>[/<protocol>] or <from>-<to>[/<protocol>] or icmp",
          purpose,
          false,
          {{{"endpoints"}, false, "", "Accepted; a port is recorded for all endpoints"},
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
     "List the ports that the unit has opened.",
     true,
     {{{"endpoints"}, true, "", "Show the endpoints of each port"}},
     opened_ports}};
}

} // namespace orrery::hooks
