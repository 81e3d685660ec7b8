#include "cmd/client/asking.hpp"

#include "cmd/client/endpoint.hpp"
#include "cmd/client/interrupts.hpp"
#include "cmd/client/terminal_text.hpp"
#include "config/settings.hpp"
#include "config/user_entry.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace orrery::cmd {

bool prefers_hosts(const std::filesystem::path& own, const std::filesystem::path& hosts) {
  std::error_code none;
  return std::filesystem::exists(hosts, none)
         && (!std::filesystem::exists(own, none) || !connect_to(own).is_open());
}

void complain(const std::string& text) {
  StreamOutput{}.err(plain_text("ERROR " + one_line(text) + "\n"));
}

std::string take_socket(std::vector<std::string>& words) {
  constexpr std::string_view option = "--socket=";
  std::string socket;
  if (words.size() >= 2 && words[0] == "--socket") {
    socket = words[1];
    words.erase(words.begin(), words.begin() + 2);
  } else if (!words.empty() && words[0].starts_with(option)) {
    socket = words[0].substr(option.size());
    words.erase(words.begin());
  }
  return socket;
}

std::filesystem::path socket_path(const std::string& given) {
  if (!given.empty())
    return given;
  if (const auto* path = std::getenv("ORRERY_SOCKET"); path != nullptr && *path != '\0')
    return path;
  auto own = config::default_settings().socket;
  return prefers_hosts(own, hosts_socket) ? std::filesystem::path{hosts_socket} : own;
}

namespace {

/// The user whose process listens there and whom a client does not trust; nothing if there is none.
std::optional<std::string> stranger_at(const std::filesystem::path& socket) {
  const auto connected = connect_to(socket);
  if (!connected.is_open())
    return std::nullopt;
  const auto user = listening_user(connected.get());
  if (user && is_trusted(*user))
    return std::nullopt;
  const auto entry = user ? config::user_entry(*user) : std::nullopt;
  return entry ? entry->name : "number " + (user ? std::to_string(*user) : "unknown");
}

} // namespace

int no_orchestrator(const std::filesystem::path& socket, int exit) {
  if (const auto stranger = stranger_at(socket)) {
    complain("at " + socket.string() + " user " + *stranger
             + " listens, who is neither you nor root nor orrery: nothing was sent there; run "
               "orrery as that user, or name another socket with --socket");
    return exit;
  }
  if (::access(socket.c_str(), W_OK) != 0 && errno == EACCES)
    complain(
      "the orchestrator at " + socket.string()
      + " belongs to another user: run orrery as that user, be in its group, or name your own "
        "with --socket");
  else
    complain("no orchestrator answers at " + socket.string()
             + ": start one with \"orrery serve\", or name its socket with --socket or "
               "ORRERY_SOCKET");
  return exit;
}

int ask_once(Client& client,
             const wire::Request& request,
             const std::filesystem::path& socket,
             int lost) {
  StreamOutput output;
  const CaughtInterrupts caught{SecondInterrupt::Ends};
  const InterruptibleRequest running{client.socket()};
  const auto exit = client.ask(request, output);
  if (!exit && InterruptibleRequest::was_given_up()) {
    complain("interrupted: the orchestrator was busy with it, and ends what it can; what it has "
             "begun to change goes on");
    return Exit::Interrupted;
  }
  if (!exit)
    complain("the orchestrator at " + socket.string() + " went away before it had answered");
  return exit.value_or(lost);
}

int ask_at(const std::filesystem::path& socket, const wire::Request& request, int lost) {
  auto client = Client::connect(socket);
  return client ? ask_once(*client, request, socket, lost) : no_orchestrator(socket, lost);
}

} // namespace orrery::cmd
