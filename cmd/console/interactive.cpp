#include "cmd/console/interactive.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/interrupts.hpp"
#include "cmd/console/parser.hpp"
#include "cmd/console/shown_words.hpp"

#include <editline/readline.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <vector>

namespace orrery::cmd::console {

namespace {

constexpr int history_max = 1000;

std::filesystem::path history_file() {
  const auto* state = std::getenv("XDG_STATE_HOME");
  const auto* home = std::getenv("HOME");
  if (state != nullptr && *state == '/')
    return std::filesystem::path{state} / "orrery" / "history";
  return home != nullptr ? std::filesystem::path{home} / ".local" / "state" / "orrery" / "history"
                         : std::filesystem::path{};
}

/// Words that the last Tab found.
std::vector<std::string> matches;

/// libedit asks for one candidate after the other and frees each.
char* next_completion(const char*, int state) {
  static std::size_t next = 0;
  if (state == 0)
    next = 0;
  return next < matches.size() ? ::strdup(matches[next++].c_str()) : nullptr;
}

/// Keeps an answer's standard output; what a Tab has to complain of is nobody's business.
class Gathered : public Output {
public:
  void out(std::string_view text) override { text_ += text; }
  void err(std::string_view) override {}
  [[nodiscard]] bool cancelled() override { return false; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// The words of the command that the line ends in; the last one has only begun.
std::vector<std::string> begun_words(std::string_view line) {
  const auto before = line.find_last_of(";{\n");
  if (before != std::string_view::npos)
    line.remove_prefix(before + 1);
  std::vector<std::string> words(1);
  for (const char c : line) {
    if (c != ' ' && c != '\t')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

/// Paths that begin as the word does, folders with a slash; what cannot be read has none.
std::vector<std::string> paths_of(const std::string& word) {
  constexpr std::size_t paths_max = 1000;
  const auto slash = word.rfind('/');
  const auto folder = slash == std::string::npos ? std::string{} : word.substr(0, slash + 1);
  const auto begun = word.substr(folder.size());
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator entry{folder.empty() ? "." : folder, error}, end;
       !error && entry != end && paths.size() < paths_max; entry.increment(error)) {
    const auto name = entry->path().filename().string();
    if (!name.starts_with(begun) || (begun.empty() && name.starts_with('.')))
      continue;
    std::error_code unknown; // then it is no folder
    paths.push_back(folder + name + (entry->is_directory(unknown) ? "/" : ""));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// For libedit, which knows no context.
Client* asked = nullptr;
std::string asked_model;

/// Verbs, flags and what the model has; file names where the orchestrator says that they fit.
char** complete(const char* text, int, int end) {
  auto words = begun_words({rl_line_buffer, static_cast<std::size_t>(end)});
  words.insert(words.begin(), {"complete", "--"});
  auto request = make_request();
  request.terminal = {};
  request.words = std::move(words);
  request.model = asked_model;
  Gathered answer;
  const InterruptibleRequest running{asked->socket()};
  matches.clear();
  if (asked->ask(request, answer) != Exit::Fine)
    return nullptr;
  std::istringstream lines{answer.text()};
  auto files = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "<files>")
      files = true;
    else
      matches.push_back(line);
  }
  if (files)
    for (auto& path : paths_of(text))
      matches.push_back(std::move(path));
  // In a folder the path goes on.
  const bool goes_on = matches.size() == 1 && matches.front().ends_with('/');
  rl_completion_append_character = goes_on ? 0 : ' ';
  rl_attempted_completion_over = 1;
  return matches.empty() ? nullptr : ::rl_completion_matches(text, next_completion);
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

/// A person's answer to a prompt.
struct Answer {
  std::optional<std::string> line; ///< Nothing at the end of input.
  bool given_up = false;           ///< With Ctrl-C.
};

Answer read_line(const char* prompt) {
  const InterruptibleLine reading;
  const std::unique_ptr<char, decltype(&std::free)> line{::readline(prompt), &std::free};
  return line ? Answer{line.get()} : Answer{std::nullopt, reading.interrupted()};
}

/// One command, with the lines that continue it; nothing at the end of input. An interrupt begins
/// it anew.
std::optional<std::string> read_command() {
  std::string text;
  while (true) {
    const auto answer = read_line(text.empty() ? "orrery> " : "      > ");
    if (answer.given_up) { // the line, not the console
      text.clear();
      StreamOutput{}.out("\n");
      continue;
    }
    if (!answer.line)
      return text.empty() ? std::nullopt : std::optional{text};
    text += *answer.line;
    const auto parsed = parse(text);
    if (parsed || !parsed.error().incomplete)
      return text;
    text += '\n';
  }
}

std::optional<int> ask(Client& client, const wire::Request& request, Output& output) {
  const InterruptibleRequest running{client.socket()};
  return client.ask(request, output);
}

/// Connects again where the orchestrator has gone away since the last command. @returns false after
/// an ERROR: nobody answers
bool is_connected(Client& client, const std::filesystem::path& socket, Output& output) {
  if (!client.is_closed())
    return true;
  auto again = Client::connect(socket);
  if (!again) {
    (void)no_orchestrator(socket, Exit::DaemonLost);
    return false;
  }
  client = std::move(*again);
  output.err("connected again: variables and snapshots of this console are gone\n");
  return true;
}

} // namespace

int run_interactive(Client client, const std::filesystem::path& socket, const std::string& model) {
  const CaughtInterrupts caught{SecondInterrupt::Same};
  // libedit drops what its locale has no letters for; one without a name for its bytes gets UTF-8.
  if (const auto* set = std::setlocale(LC_CTYPE, ""); set == nullptr || std::strcmp(set, "C") == 0)
    std::setlocale(LC_CTYPE, "C.UTF-8");
  const History history;
  asked = &client;
  asked_model = model;
  static const std::string ends_words = " \t\n;{";
  rl_completer_word_break_characters = const_cast<char*>(ends_words.c_str());
  rl_readline_name = const_cast<char*>("orrery"); // libedit only reads it
  rl_attempted_completion_function = complete;
  StreamOutput output;
  int exit = Exit::Fine;
  while (const auto command = read_command()) {
    if (*command == "exit" || *command == "quit")
      break;
    if (command->find_first_not_of(" \t\n") == std::string::npos)
      continue;
    if (!may_give_secrets(*command))
      History::add(*command);
    auto request = make_request();
    request.mode = wire::Request::Mode::Script;
    request.name = interactive_name;
    request.words = {*command};
    request.model = model;
    exit = Exit::DaemonLost;
    if (!is_connected(client, socket, output))
      continue;
    if (const auto code = ask(client, request, output))
      exit = *code;
    else
      output.err("ERROR the orchestrator went away before it had answered: orrery status tells "
                 "what has become of the command\n");
  }
  return exit;
}

} // namespace orrery::cmd::console
