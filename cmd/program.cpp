#include "cmd/program.hpp"

#include "cmd/arguments.hpp"
#include "cmd/client.hpp"
#include "cmd/console/interactive.hpp"
#include "cmd/dispatch.hpp"
#include "cmd/text_file.hpp"
#include "cmd/usage.hpp"
#include "cmd/verbs.hpp"
#include "config/settings.hpp"

#include <unistd.h>

#include <cstdlib>

namespace orrery::cmd {

namespace {

constexpr std::size_t script_max = wire::payload_max - (1 << 16); ///< A request must hold it.

std::filesystem::path socket_path(const std::string& given) {
  if (!given.empty())
    return given;
  if (const auto* path = std::getenv("ORRERY_SOCKET"); path != nullptr && *path != '\0')
    return path;
  return config::default_settings().socket;
}

int no_orchestrator(Output& output, const std::filesystem::path& socket, int exit) {
  output.err("ERROR no orchestrator answers at " + socket.string()
             + ": start one with \"orrery serve\"\n");
  return exit;
}

/// Sends one request. @param lost what to exit with if nobody answers, or no longer.
int ask_once(const wire::Request& request, const std::filesystem::path& socket, int lost) {
  StreamOutput output;
  auto client = Client::connect(socket);
  if (!client)
    return no_orchestrator(output, socket, lost);
  const auto exit = client->ask(request, output);
  if (!exit)
    output.err("ERROR the orchestrator at " + socket.string()
               + " went away before it had answered\n");
  return exit.value_or(lost);
}

tl::expected<std::string, std::string> read_standard_input() {
  std::string text;
  std::string buffer(1 << 16, '\0');
  while (true) {
    const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count == 0)
      return text;
    if (count < 0)
      return tl::unexpected{std::string{"cannot read standard input"}};
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (text.size() > script_max)
      return tl::unexpected{std::string{"standard input is larger than 16 MiB"}};
  }
}

int run_console(const Arguments& arguments, const std::filesystem::path& socket) {
  auto request = make_request();
  request.mode = wire::Request::Mode::Script;
  const auto file =
    arguments.text("file").value_or(arguments.words.empty() ? "" : arguments.words[0]);
  tl::expected<std::string, std::string> text;
  if (const auto command = arguments.text("command")) {
    request.name = "-c";
    text = *command;
  } else if (!file.empty() && file != "-") {
    request.name = file;
    text = read_text_file(file, script_max);
  } else if (file == "-" || ::isatty(STDIN_FILENO) != 1) {
    request.name = "stdin";
    text = read_standard_input();
  } else {
    StreamOutput output;
    auto client = Client::connect(socket);
    return client ? console::run_interactive(*client)
                  : no_orchestrator(output, socket, Exit::DaemonLost);
  }
  if (!text) {
    StreamOutput{}.err("ERROR " + text.error() + "\n");
    return Exit::Misused;
  }
  request.words = {*text};
  return ask_once(request, socket, Exit::DaemonLost);
}

/// Runs a verb whose words have been checked as far as they can be without an orchestrator.
int run(const std::vector<std::string>& words, const std::string& given_socket) {
  StreamOutput output;
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr) {
    output.err("ERROR " + unknown_verb(words[0]) + "\n");
    return Exit::Misused;
  }
  const auto arguments = parse_arguments(*verb, words);
  if (!arguments) {
    output.err("ERROR " + arguments.error().text + "\n");
    return Exit::Misused;
  }
  if (verb->local || arguments->on("help")) {
    Session session;
    session.output = &output;
    return run_command_line(session, words);
  }
  const auto socket = socket_path(arguments->text("socket").value_or(given_socket));
  if (verb->name == "console")
    return run_console(*arguments, socket);
  auto request = make_request();
  request.words = words;
  return ask_once(request, socket, Exit::Failed);
}

} // namespace

int program(const std::vector<std::string>& arguments, Serve serve) {
  auto words = arguments;
  std::string socket;
  // Flags before the verb: where the orchestrator listens, and the two questions that every program
  // answers.
  if (words.size() >= 2 && words[0] == "--socket") {
    socket = words[1];
    words.erase(words.begin(), words.begin() + 2);
  } else if (!words.empty() && words[0].starts_with("--socket=")) {
    socket = words[0].substr(9);
    words.erase(words.begin());
  }
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    StreamOutput{}.out(overview());
    return Exit::Fine;
  }
  if (words[0] == "--version")
    words[0] = "version";
  if (words[0] == "serve") {
    words.erase(words.begin());
    if (!socket.empty())
      words.insert(words.begin(), {"--socket", socket});
    return serve(words);
  }
  return run(words, socket);
}

} // namespace orrery::cmd
