#include "cmd/console/interactive.hpp"

#include "cmd/console/keywords.hpp"
#include "cmd/console/parser.hpp"

#include <editline/readline.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace orrery::cmd::console {

namespace {

constexpr int history_max = 1000;

/// The socket of the request that runs, for the handler; -1 while none does.
std::atomic<int> running_socket{-1};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void interrupt(int) {
  const auto saved = errno;
  // An interrupt frame: no payload.
  constexpr std::array<char, 5> frame{0, 0, 0, 0, static_cast<char>(wire::FrameKind::Interrupt)};
  if (const auto socket = running_socket.load(); socket >= 0)
    (void)!::send(socket, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  errno = saved;
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = interrupt;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
}

std::filesystem::path history_file() {
  const auto* state = std::getenv("XDG_STATE_HOME");
  const auto* home = std::getenv("HOME");
  if (state != nullptr && *state == '/')
    return std::filesystem::path{state} / "orrery" / "history";
  return home != nullptr ? std::filesystem::path{home} / ".local" / "state" / "orrery" / "history"
                         : std::filesystem::path{};
}

/// libedit asks for one candidate after the other and frees each.
char* next_completion(const char* prefix, int state) {
  static std::vector<std::string> matches;
  static std::size_t next = 0;
  if (state == 0) {
    matches.clear();
    next = 0;
    for (auto& name : command_names())
      if (name.starts_with(prefix))
        matches.push_back(std::move(name));
  }
  return next < matches.size() ? ::strdup(matches[next++].c_str()) : nullptr;
}

/// Verbs and keywords where a command begins; file names elsewhere.
char** complete(const char* text, int start, int) {
  const auto before = std::string_view{rl_line_buffer}.substr(0, static_cast<std::size_t>(start));
  const auto last = before.find_last_not_of(" \t");
  if (last != std::string_view::npos && before[last] != ';' && before[last] != '{')
    return nullptr;
  rl_attempted_completion_over = 1;
  return ::rl_completion_matches(text, next_completion);
}

/// Loads the history, and saves it at the end.
class History {
public:
  History() : file_{history_file()} {
    ::using_history();
    ::stifle_history(history_max);
    if (!file_.empty())
      ::read_history(file_.c_str());
  }
  History(const History&) = delete;
  History& operator=(const History&) = delete;
  ~History() {
    std::error_code error; // without a place for it there is no history
    if (file_.empty() || (std::filesystem::create_directories(file_.parent_path(), error), error))
      return;
    ::write_history(file_.c_str());
    std::filesystem::permissions(
      file_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
  }
  static void add(const std::string& command) { ::add_history(command.c_str()); }

private:
  std::filesystem::path file_;
};

/// One command, with the lines that continue it; nothing at the end of input.
std::optional<std::string> read_command() {
  std::string text;
  while (true) {
    const std::unique_ptr<char, decltype(&std::free)> line{
      ::readline(text.empty() ? "orrery> " : "      > "), &std::free};
    if (!line)
      return text.empty() ? std::nullopt : std::optional{text};
    text += line.get();
    const auto parsed = parse(text);
    if (parsed || !parsed.error().incomplete)
      return text;
    text += '\n';
  }
}

} // namespace

int run_interactive(Client& client) {
  catch_interrupts();
  const History history;
  rl_readline_name = const_cast<char*>("orrery"); // libedit only reads it
  rl_attempted_completion_function = complete;
  StreamOutput output;
  int exit = Exit::Fine;
  while (const auto command = read_command()) {
    if (*command == "exit" || *command == "quit")
      break;
    if (command->find_first_not_of(" \t\n") == std::string::npos)
      continue;
    History::add(*command);
    auto request = make_request();
    request.mode = wire::Request::Mode::Script;
    request.name = "console";
    request.words = {*command};
    running_socket = client.socket();
    const auto code = client.ask(request, output);
    running_socket = -1;
    if (!code) {
      output.err("ERROR the orchestrator went away\n");
      return Exit::DaemonLost;
    }
    exit = *code;
  }
  return exit;
}

} // namespace orrery::cmd::console
