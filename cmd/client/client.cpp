#include "cmd/client/client.hpp"

#include "cmd/client/attached_streams.hpp"
#include "cmd/client/attached_terminal.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/endpoint.hpp"
#include "cmd/client/interrupts.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/client/send_input.hpp"
#include "cmd/client/window.hpp"
#include "cmd/views/render/escape.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

/// Why standard output has taken less than it was given, as errno has it; 0 if it took all.
int output_error = 0;

/// Writes at once, so that both streams come in the order in which they were written; waits where
/// whoever shares the descriptor has it return before it takes anything.
/// @returns why the stream has not taken all of it, as errno has it; 0 if it has
int write_to(std::FILE* stream, std::string_view text) {
  if (std::fflush(stream) != 0)
    return errno;
  const int descriptor = ::fileno(stream);
  while (!text.empty()) {
    const ssize_t size = ::write(descriptor, text.data(), text.size());
    if (size >= 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      pollfd waited{descriptor, POLLOUT, 0};
      ::poll(&waited, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::string environment(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string{value};
}

} // namespace

void StreamOutput::out(std::string_view text) {
  wipe();
  const int error = write_to(stdout, text);
  if (output_error == 0)
    output_error = error;
}

void StreamOutput::err(std::string_view text) {
  wipe();
  (void)write_to(stderr, text);
}

void StreamOutput::progress(std::string_view text) {
  constexpr std::size_t narrowest = 10;
  const auto columns = std::max<std::size_t>(window_of(STDERR_FILENO).columns, narrowest);
  wipe();
  // One line, whatever it says: the cursor comes back to its beginning only.
  (void)write_to(stderr, render::cut(render::escaped(text), columns - 1));
  drawn_ = true;
}

void StreamOutput::wipe() {
  if (drawn_)
    (void)write_to(stderr, "\r\x1b[K");
  drawn_ = false;
}

bool StreamOutput::is_cut() {
  return output_error != 0;
}

int why_output_is_cut() {
  const bool taken = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return taken || output_error != 0 ? output_error : errno;
}

int exit_if_all_was_written(int exit) {
  const int why = why_output_is_cut();
  if (why == 0)
    return exit;
  StreamOutput{}.err("ERROR cannot write to standard output: "
                     + std::generic_category().message(why) + "; not all of it is there\n");
  return exit == Exit::Fine ? Exit::Failed : exit;
}

std::optional<Client> Client::connect(const std::filesystem::path& socket) {
  auto connected = connect_to(socket);
  if (!connected.is_open())
    return std::nullopt;
  if (const auto user = listening_user(connected.get()); !user || !is_trusted(*user))
    return std::nullopt;
  return Client{std::move(connected), endpoint_of(socket)};
}

namespace {

/// What is shown while an answer is waited for.
class Waiting {
public:
  Waiting(const wire::Request& request, Output& output)
    : wanted_{request.terminal.progress}, output_{output} {
    if (request.mode == wire::Request::Mode::Script && request.name != interactive_name)
      text_ = request.name; // a whole script says less
    else
      for (const auto& word : request.words)
        text_ += (text_.empty() ? "" : " ") + word.substr(0, longest_word);
  }
  /// For how long the next frame may not come before there is something to show.
  [[nodiscard]] wire::Deadline patience() const {
    return wanted_ ? wire::Deadline{1000} : wire::no_deadline;
  }
  void tell(const std::string& text) { text_ = text; }
  void show() const {
    const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - since_);
    if (wanted_ && seconds.count() > 0 && !text_.empty())
      output_.progress(std::to_string(seconds.count()) + " s: " + text_);
  }

private:
  static constexpr std::size_t longest_word = 200;
  bool wanted_;
  Output& output_;
  std::string text_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// Notes why standard output takes no more of a program's, and has the program ended: what it
/// prints from now on nobody gets.
/// @param why 0: it takes all
void end_if_cut(int why, int orchestrator) {
  if (why == 0)
    return;
  output_error = why;
  (void)wire::send_frame(orchestrator, wire::FrameKind::Interrupt, {}, wire::no_deadline);
}

/// Returns the account that a request goes with, an empty one if it is nobody's; a sentence: the
/// files do not tell.
tl::expected<wire::Credentials, std::string> account_of(const wire::Request& request,
                                                        const std::string& endpoint) {
  if (request.is_anonymous || !request.account.user.empty())
    return request.account;
  const auto directory = client_directory();
  auto stored = stored_account_in(directory, endpoint);
  if (stored.is_lost)
    return tl::unexpected("you have logged in as " + stored.user + ", and "
                          + (directory / controllers_file).string() + " does not tell where ("
                          + usual_controller
                          + " is not in it): nothing was sent; \"orrery login\" writes it anew, "
                            "\"orrery logout\" forgets who has logged in");
  if (stored.state == CurrentModel::State::Unsure)
    return tl::unexpected((directory / accounts_file).string()
                          + " cannot be read, or is not written as orrery does: nothing was sent; "
                            "log out, and in again");
  return wire::Credentials{std::move(stored.user), std::move(stored.password)};
}

} // namespace

bool Client::is_closed() const {
  char byte = 0;
  const auto count = ::recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

std::optional<int> Client::ask(const wire::Request& request, Output& output, int input) {
  using wire::FrameKind;
  const auto account = account_of(request, endpoint_);
  if (!account) {
    output.err("ERROR " + account.error() + "\n");
    return Exit::Failed;
  }
  // A refusal (too many sessions) may have come already: what was said is read even if nothing can
  // be sent. In a frame of its own the type disturbs no orchestrator of an older version.
  const Terminal& terminal = request.terminal;
  if (terminal.is_tty && !terminal.type.empty())
    (void)wire::send_frame(socket_.get(), FrameKind::Window,
                           wire::encode_window({terminal.columns, terminal.rows}, terminal.type),
                           wire::no_deadline);
  // Alone, so that an orchestrator of a version before models still takes the type; it has one
  // model, and passes this over.
  if (!request.model.empty())
    (void)wire::send_frame(
      socket_.get(), FrameKind::Window,
      wire::encode_window({terminal.columns, terminal.rows}, {}, request.model), wire::no_deadline);
  if (!account->user.empty())
    (void)wire::send_frame(socket_.get(), FrameKind::Window, wire::encode_account(*account),
                           wire::no_deadline);
  (void)wire::send_frame(socket_.get(), FrameKind::Request, wire::encode(request),
                         wire::no_deadline);
  Waiting waiting{request, output};
  bool cut = false; // as the orchestrator knows
  while (true) {
    auto frame = wire::receive_frame(socket_.get(), waiting.patience(), wire::no_deadline);
    if (!frame && frame.error() != wire::Trouble::TimedOut)
      return std::nullopt;
    if (!frame) {
      waiting.show();
    } else if (frame->kind == FrameKind::Progress) {
      waiting.tell(frame->payload);
      if (frame->payload.empty())
        output.out(""); // what is shown goes
      waiting.show();
    } else if (frame->kind == FrameKind::WantInput && request.gives_input) {
      output.out(""); // who types it sees it
      send_input(socket_.get(), input, wire::decode_wanted(frame->payload).value_or(0));
    } else if (frame->kind == FrameKind::Terminal) {
      wait_after_interrupts();
      output.out(""); // nothing else is shown in its place
      end_if_cut(attach(frame->descriptors[0].get(), socket_.get()), socket_.get());
    } else if (frame->kind == FrameKind::Streams) {
      wait_after_interrupts();
      output.out("");
      const int why =
        attach_streams({std::move(frame->descriptors[0]), std::move(frame->descriptors[1]),
                        std::move(frame->descriptors[2])},
                       {input, STDOUT_FILENO, STDERR_FILENO}, socket_.get());
      end_if_cut(why, socket_.get());
    } else if (frame->kind == FrameKind::Out) {
      output.out(frame->payload);
      if (!std::exchange(cut, cut || output.is_cut()) && cut)
        (void)wire::send_frame(socket_.get(), FrameKind::Cut, {}, wire::no_deadline);
    } else if (frame->kind == FrameKind::Err) {
      output.err(frame->payload);
    } else if (frame->kind == FrameKind::Exit) {
      output.out(""); // no progress is shown any more
      const auto code = wire::decode_exit(frame->payload);
      return code ? std::optional{*code} : std::nullopt;
    }
  }
}

wire::Request make_request() {
  wire::Request request;
  std::error_code error;
  request.directory = std::filesystem::current_path(error).string();
  const auto able = environment("TERM") != "dumb";
  request.terminal.is_tty = ::isatty(STDOUT_FILENO) == 1;
  request.terminal.is_typed = ::isatty(STDIN_FILENO) == 1;
  request.terminal.colour = request.terminal.is_tty && able && environment("NO_COLOR").empty();
  request.terminal.progress = ::isatty(STDERR_FILENO) == 1 && able;
  const auto window = window_of(STDOUT_FILENO);
  request.terminal.columns = window.columns;
  request.terminal.rows = window.rows;
  request.terminal.type = environment("TERM");
  return request;
}

} // namespace orrery::cmd
