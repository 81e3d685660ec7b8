/// The hook-tool program: called by the name of a tool, it sends its arguments to the orchestrator
/// and does what that answers. A few names it serves by itself (alone.hpp).

#include "actors/hooks/wire.hpp"
#include "cmd/tool/alone.hpp"
#include "cmd/tool/connection.hpp"
#include "cmd/tool/stream.hpp"

#include <unistd.h>

#include <climits>
#include <cstdlib>

namespace {

namespace hooks = orrery::hooks;
namespace tool = orrery::tool;

/// Bytes that are read before the call as a whole is measured.
constexpr std::size_t input_limit = hooks::call_limit;
constexpr int files_max = 1'000; ///< Of one call, one after the other.

int fail(const std::string& text) {
  tool::write_error("ERROR " + text + '\n');
  return 1;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::string(value) : std::string();
}

std::string working_directory() {
  char path[PATH_MAX];
  return ::getcwd(path, sizeof path) ? std::string(path) : std::string();
}

/// Under its own name the program takes the tool's name as its first argument.
hooks::ToolCall call_of(int count, char** arguments) {
  hooks::ToolCall call;
  call.arguments.assign(arguments, arguments + count);
  std::string& name = call.arguments.front();
  name = name.substr(name.rfind('/') + 1);
  if (name == "orrery-tool")
    call.arguments.erase(call.arguments.begin());
  call.directory = working_directory();
  return call;
}

std::string exchange(tool::Connection& connection,
                     const std::string& token,
                     const hooks::ToolCall& call,
                     hooks::ToolReply& reply) {
  const auto frame = hooks::encode_call(token, call);
  if (!frame)
    return "arguments and input are longer than 1 MiB: pass less at once";
  const std::string error = connection.exchange(*frame, reply);
  return error.empty() ? error
                       : "no answer from the orchestrator: " + error
                           + ": the hook that this tool belongs to may have ended";
}

int finish(const hooks::ToolReply& reply) {
  tool::write_error(reply.error);
  if (!reply.output.empty() || !reply.output_file.empty())
    if (const std::string error = tool::write_output(reply.output_file, reply.output);
        !error.empty())
      return fail(error);
  return reply.code;
}

int run(hooks::ToolCall call, const std::string& socket, const std::string& token) {
  tool::Connection connection;
  if (const std::string error = connection.open(socket); !error.empty())
    return fail("cannot reach the orchestrator at " + socket + ": " + error
                + ": the hook that this tool belongs to may have ended");
  hooks::ToolReply reply;
  if (const std::string error = exchange(connection, token, call, reply); !error.empty())
    return fail(error);
  for (int files = 0; reply.wants_input; ++files) {
    if (files == files_max)
      return fail("more than " + std::to_string(files_max) + " files: pass less at once");
    call.input.clear();
    if (const std::string error = tool::read_input(reply.input_file, input_limit, call.input);
        !error.empty())
      return fail(error);
    call.has_input = true;
    reply = {};
    if (const std::string error = exchange(connection, token, call, reply); !error.empty())
      return fail(error);
  }
  return finish(reply);
}

} // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 1)
    return fail("no tool named: call a hook tool by its name");
  const hooks::ToolCall call = call_of(argument_count, arguments);
  if (call.arguments.empty())
    return fail("no tool named: say orrery-tool TOOL, or call it by a link named as the tool");
  if (const int code = tool::run_alone(call.arguments); code >= 0)
    return code;
  const std::string socket = environment("JUJU_AGENT_SOCKET_ADDRESS");
  const std::string token = environment("JUJU_CONTEXT_ID");
  if (socket.empty() || token.empty())
    return fail(std::string("orrery hook tool called outside a hook: ")
                + (socket.empty() ? "JUJU_AGENT_SOCKET_ADDRESS" : "JUJU_CONTEXT_ID")
                + " is not set; hook tools work only in hooks that the orchestrator runs");
  return run(call, socket, token);
}
