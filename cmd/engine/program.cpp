#include "cmd/engine/program.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/console/interactive.hpp"
#include "cmd/console/parse_only.hpp"
#include "cmd/console/run_options.hpp"
#include "cmd/engine/accounts.hpp"
#include "cmd/engine/bundle_file.hpp"
#include "cmd/engine/copy_files.hpp"
#include "cmd/engine/model_changes.hpp"
#include "cmd/engine/model_choice.hpp"
#include "cmd/engine/output_file.hpp"
#include "cmd/engine/switching.hpp"
#include "cmd/session/text_file.hpp"
#include "cmd/verbs/dispatch.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/usage.hpp"
#include "cmd/verbs/verbs.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace orrery::cmd {

namespace {

constexpr std::size_t script_max = wire::payload_max - (1 << 16); ///< A request must hold it.

tl::expected<std::string, std::string> read_standard_input() {
  std::string text;
  std::string buffer(1 << 16, '\0');
  while (true) {
    const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count == 0)
      return text;
    if (count < 0)
      return tl::unexpected(std::string{"cannot read standard input"});
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (text.size() > script_max)
      return tl::unexpected(std::string{"standard input is larger than 16 MiB"});
  }
}

int run_console(const Arguments& arguments,
                const std::filesystem::path& socket,
                const std::string& model) {
  auto request = make_request();
  request.model = model;
  request.mode = wire::Request::Mode::Script;
  if (arguments.has("command") + arguments.has("file") + arguments.words.size() > 1) {
    complain("one script at a time: write a file's name, or -c TEXT");
    return Exit::Misused;
  }
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
    auto client = Client::connect(socket);
    return client ? console::run_interactive(std::move(*client), socket, model)
                  : no_orchestrator(socket, Exit::DaemonLost);
  }
  if (!text) {
    complain(text.error());
    return Exit::Misused;
  }
  const auto options = console::run_options(arguments, request.name == file ? file : "");
  if (!options) {
    complain(options.error());
    return Exit::Misused;
  }
  if (arguments.on("dry-run")) {
    StreamOutput output;
    return console::parse_only({request.name, *text, options->directory}, *options, output);
  }
  request.words = console::to_words(*options);
  request.words.insert(request.words.begin(), *text);
  return ask_at(socket, request, Exit::DaemonLost);
}

/// A verb that needs no orchestrator, and what needs none: help, and the refusal of a later verb.
int run_here(const std::string& name, const std::vector<std::string>& words) {
  StreamOutput output;
  Session session;
  session.output = &output;
  session.program = name;
  return run_command_line(session, words);
}

OwnVerbs::const_iterator
find_own(const OwnVerbs& own, const std::string& verb, const Arguments& arguments) {
  const auto whole = own.find(verb);
  return whole != own.end() || arguments.words.empty() ? whole
                                                       : own.find(verb + " " + arguments.words[0]);
}

/// Reads what flags and variables say of the model: scripts for Juju name it in variables, too.
ModelWish wish_of(const std::string& name, const Arguments& arguments) {
  const auto variable = [&](const char* which) {
    const auto* value = name == "juju" ? std::getenv(which) : nullptr;
    return std::string{value == nullptr ? "" : value};
  };
  return {arguments.text("model").value_or(""), variable("JUJU_MODEL"),
          variable("JUJU_CONTROLLER")};
}

/// Where a request goes, and about which model it is.
struct Aim {
  std::filesystem::path socket;
  ModelChoice choice;
};

/// @returns nothing, after a complaint, if no orchestrator or model can be meant
std::optional<Aim> aim_at(const ModelWish& wish, const std::string& given_socket) {
  const auto usual = socket_path(given_socket);
  const auto* variable = std::getenv("ORRERY_SOCKET");
  const GivenSocket place{endpoint_of(usual),
                          !given_socket.empty() || (variable != nullptr && *variable != '\0')};
  const bool wishes =
    !wish.flag.empty() || !wish.juju_model.empty() || !wish.juju_controller.empty();
  const auto current = current_model_in(client_directory(), place.endpoint);
  if (!wishes && current.state != CurrentModel::State::Unsure)
    return Aim{usual, {place.endpoint, current.name, false}};
  const bool names_controller = wish.flag.find(':') != std::string::npos
                                || wish.juju_model.find(':') != std::string::npos
                                || !wish.juju_controller.empty();
  const bool names_model = !wish.flag.empty() || !wish.juju_model.empty();
  tl::expected<KnownControllers, std::string> known;
  if (names_controller || !names_model)
    known = read_client_files(client_directory());
  const auto choice =
    known ? choose_model_place(wish, place, *known) : tl::unexpected(known.error());
  if (!choice) {
    complain(choice.error());
    return std::nullopt;
  }
  const bool is_usual = choice->endpoint == place.endpoint;
  return Aim{is_usual ? usual
                      : std::filesystem::path{choice->endpoint.substr(
                        std::string_view{socket_scheme}.size())},
             *choice};
}

/// A verb as it is sent. A model that was named stands among its words, where an orchestrator of a
/// version before models refuses another one than its own.
wire::Request
verb_request(const Verb& verb, const std::vector<std::string>& given, const ModelChoice& choice) {
  auto words = without_flags(verb, given, "model");
  if (choice.is_wished)
    words.insert(words.begin() + 1, {"--model", choice.model});
  auto request = make_request();
  request.model = choice.is_wished ? std::string{} : choice.model;
  request.words = std::move(words);
  request.gives_input = true;
  return request;
}

/// Runs a verb about users that is not only a request.
std::optional<int> run_of_accounts(const std::string& verb,
                                   const Arguments& arguments,
                                   const std::string& given_socket) {
  if (verb == "register")
    return register_account(arguments);
  if (verb == "logout")
    return log_out();
  if (verb == "login")
    return log_in(arguments, socket_path(given_socket));
  if (verb == "change-user-password")
    return change_password(arguments, socket_path(given_socket));
  if (verb == "remove-user")
    return remove_user(arguments, socket_path(given_socket));
  return std::nullopt;
}

/// Leaves out the controller that a model's name begins with: it has said which orchestrator is
/// asked, which calls itself otherwise.
void drop_controller(std::vector<std::string>& words, const Arguments& arguments) {
  const auto colon = arguments.words.empty() ? std::string::npos : arguments.words[0].find(':');
  if (colon != std::string::npos)
    std::replace(words.begin() + 1, words.end(), arguments.words[0],
                 arguments.words[0].substr(colon + 1));
}

int run(const std::string& name,
        const std::vector<std::string>& words,
        const std::string& given_socket,
        const OwnVerbs& own) {
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr || verb->later)
    return run_here(name, words);
  const auto arguments = parse_arguments(*verb, words);
  if (!arguments) {
    complain(arguments.error().text);
    return Exit::Misused;
  }
  if (const auto file = arguments->text("output"); file && !arguments->on("help")) {
    const auto rest = without_flags(*verb, words, "output");
    if (rest.size() < words.size())
      return write_output_file({*file, verb->name != "export-bundle"},
                               [&] { return run(name, rest, given_socket, own); });
    complain("write -o FILE as a flag of its own");
    return Exit::Misused;
  }
  if (const auto task = find_own(own, verb->name, *arguments);
      task != own.end() && !arguments->on("help"))
    return task->second(*arguments);
  if (verb->local || arguments->on("help"))
    return run_here(name, words);
  auto wish = wish_of(name, *arguments);
  wish_for_controller(wish, verb->name, *arguments);
  const auto aimed = arguments->text("socket").value_or(given_socket);
  if (verb->name == "switch")
    return switch_model(arguments->words.empty() ? "" : arguments->words[0], wish,
                        socket_path(aimed));
  if (const auto exit = run_of_accounts(verb->name, *arguments, aimed))
    return *exit;
  const auto aim = aim_at(wish, aimed);
  if (!aim)
    return Exit::Failed;
  const auto& [socket, choice] = *aim;
  if (verb->name == "console")
    return run_console(*arguments, socket, choice.model);
  if (verb->name == "export-bundle" && arguments->has("filename"))
    return write_bundle_file(*arguments, socket, choice.model);
  if (verb->name == "scp")
    return copy_files(*arguments, socket, choice.model);
  auto request = verb_request(*verb, words, choice);
  request.name = name == "juju" ? name : request.name;
  if (verb->name == "add-model")
    return ask_to_add_model(request, *arguments, socket);
  if (verb->name == "destroy-model") {
    drop_controller(request.words, *arguments);
    return ask_to_destroy_model(request, *arguments, socket);
  }
  return ask_at(socket, request, Exit::Failed);
}

} // namespace

int program(std::string_view called,
            const std::vector<std::string>& arguments,
            const OwnVerbs& own) {
  const std::string name = std::filesystem::path{called}.filename() == "juju" ? "juju" : "orrery";
  auto words = arguments;
  // Flags before the verb: where the orchestrator listens, and the two questions that every program
  // answers.
  const auto socket = take_socket(words);
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    StreamOutput{}.out(overview(name));
    return Exit::Fine;
  }
  if (words[0] == "--version")
    words[0] = "version";
  if (words[0] == "serve" && !socket.empty())
    words.insert(words.begin() + 1, {"--socket", socket});
  return run(name, words, socket, own);
}

} // namespace orrery::cmd
