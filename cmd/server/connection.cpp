#include "cmd/server/connection.hpp"

#include "cmd/client/client.hpp"
#include "cmd/client/wire.hpp"
#include "cmd/console/interpreter.hpp"
#include "cmd/server/admission.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/dispatch.hpp"
#include "cmd/verbs/model_name.hpp"
#include "config/user_entry.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <exception>
#include <utility>

namespace orrery::cmd {

namespace {

constexpr std::size_t chunk_max = 1 << 16; ///< Of one frame of text.

constexpr std::chrono::milliseconds progress_interval{250};
constexpr std::size_t progress_max = 1000; ///< Bytes of a line.

int answer(Session& session, console::Interpreter& interpreter, const wire::Request& request) {
  session.directory = request.directory;
  session.terminal = request.terminal;
  session.interactive =
    request.mode == wire::Request::Mode::Script && request.name == interactive_name;
  if (request.mode == wire::Request::Mode::Script) {
    const auto options =
      console::parse_run_options({request.words.begin() + 1, request.words.end()});
    if (!options)
      return session.fail(options.error());
    return interpreter.run({request.name, request.words[0], options->directory}, *options);
  }
  session.scripted = false;
  session.program = request.name == "juju" ? "juju" : "orrery";
  const auto exit = run_command_line(session, request.words);
  session.program = "orrery";
  session.scripted = true;
  return exit;
}

/// Answers a request, if there is what it is about and whoever asks may look at it. A verb may be
/// about the whole process, or name another model, and is looked at by itself; a script's
/// statements are about one, and some are no verbs.
int answer_if_allowed(Session& session,
                      console::Interpreter& interpreter,
                      const wire::Request& request) {
  if (request.mode == wire::Request::Mode::Script) {
    if (session.orchestrator == nullptr)
      return session.has_account ? fail_without_right(session, session.model)
                                 : session.fail(model_is_gone(session));
    const auto right = right_on(session, session.orchestrator.get());
    if (!right || *right < Right::Read)
      return session.has_account ? fail_without_right(session, session.model)
                                 : session.fail("permission denied");
  }
  return answer(session, interpreter, request);
}

/// Names a user, or tells the number of one without a name.
std::string name_of(uid_t user) {
  const auto entry = config::user_entry(user);
  return entry ? entry->name : "user " + std::to_string(user);
}

} // namespace

void ClientOutput::send(std::uint8_t kind, std::string_view text) {
  while (!text.empty() && !lost_) {
    const auto part = text.substr(0, chunk_max);
    text.remove_prefix(part.size());
    lost_ = !wire::send_frame(socket_, static_cast<wire::FrameKind>(kind), part, write_deadline_)
               .has_value();
  }
}

void ClientOutput::out(std::string_view text) {
  send(static_cast<std::uint8_t>(wire::FrameKind::Out), text);
}

void ClientOutput::err(std::string_view text) {
  send(static_cast<std::uint8_t>(wire::FrameKind::Err), text);
}

void ClientOutput::progress(std::string_view text) {
  const auto now = std::chrono::steady_clock::now();
  if (!wants_progress_ || (!text.empty() && now - told_ < progress_interval))
    return;
  told_ = now;
  if (text.empty())
    lost_ = lost_ || !wire::send_frame(socket_, wire::FrameKind::Progress, {}, write_deadline_);
  send(static_cast<std::uint8_t>(wire::FrameKind::Progress), text.substr(0, progress_max));
}

bool ClientOutput::finish(int code) {
  if (!lost_)
    lost_ =
      !wire::send_frame(socket_, wire::FrameKind::Exit, wire::encode_exit(code), write_deadline_)
         .has_value();
  return !lost_;
}

bool ClientOutput::hand_over(int terminal) {
  lost_ =
    lost_
    || !wire::send_descriptors(socket_, wire::FrameKind::Terminal, {&terminal, 1}, write_deadline_);
  return !lost_;
}

bool ClientOutput::hand_over(const std::array<int, 3>& streams) {
  lost_ =
    lost_ || !wire::send_descriptors(socket_, wire::FrameKind::Streams, streams, write_deadline_);
  return !lost_;
}

bool ClientOutput::is_cut() {
  if (!lost_)
    read_signals();
  return cut_;
}

bool ClientOutput::cancelled() {
  if (!lost_ && !interrupted_ && !stopping_)
    read_signals();
  return lost_ || interrupted_ || stopping_;
}

std::optional<WindowSize> ClientOutput::resized() {
  if (!lost_)
    read_signals();
  return std::exchange(window_, std::nullopt);
}

void ClientOutput::read_signals() {
  std::array<char, 5> head{};
  while (!lost_) {
    const auto count = ::recv(socket_, head.data(), head.size(), MSG_PEEK | MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
      lost_ = true;
    const auto kind = static_cast<wire::FrameKind>(head[4]);
    // Any other frame is the next request.
    if (count != static_cast<ssize_t>(head.size()) || !is_signal(kind))
      return;
    const auto frame = wire::receive_frame(socket_, write_deadline_, write_deadline_);
    if (frame)
      take_signal(*frame);
    lost_ = lost_ || !frame;
  }
}

void ClientOutput::take_signal(const wire::Frame& frame) {
  interrupted_ = interrupted_ || frame.kind == wire::FrameKind::Interrupt;
  cut_ = cut_ || frame.kind == wire::FrameKind::Cut;
  if (const auto size = wire::decode_window(frame.payload))
    window_ = *size;
}

void ClientOutput::want_input(std::uint32_t most) {
  lost_ = lost_
          || !wire::send_frame(socket_, wire::FrameKind::WantInput, wire::encode_wanted(most),
                               write_deadline_);
}

std::optional<wire::InputPart> ClientOutput::next_input() {
  while (!lost_ && !interrupted_ && !stopping_) {
    // Stopping shuts the socket.
    const auto frame =
      wire::receive_frame(socket_, wire::no_deadline, write_deadline_, wire::input_part_max + 1);
    if (frame && is_signal(frame->kind)) {
      take_signal(*frame);
      continue;
    }
    if (frame && frame->kind == wire::FrameKind::Input)
      if (auto part = wire::decode_input(frame->payload))
        return std::move(*part);
    lost_ = true;
  }
  return std::nullopt;
}

tl::expected<std::string, std::string> ClientInput::read(std::size_t most) {
  using State = wire::InputPart::State;
  if (std::exchange(taken_, true))
    return tl::unexpected(std::string{"standard input can be read once only: name a file in the "
                                      "other place"});
  client_.want_input(static_cast<std::uint32_t>(most));
  std::string bytes;
  while (auto part = client_.next_input()) {
    if (part->state == State::Unreadable)
      return tl::unexpected("cannot read standard input: " + part->bytes);
    if (part->bytes.size() > most - bytes.size())
      return tl::unexpected("standard input holds more than " + std::to_string(most) + " bytes");
    bytes += part->bytes;
    if (part->state == State::Last)
      return bytes;
  }
  return tl::unexpected(std::string{"interrupted before the end of standard input: nothing was "
                                    "done"});
}

namespace {

/// Facts that windows have told of the next request, and of the client's terminal.
struct Told {
  std::string terminal_type;
  std::string model;
  std::optional<wire::Credentials> account;

  void take(const wire::Frame& frame) {
    if (frame.kind != wire::FrameKind::Window)
      return;
    if (std::string type = wire::terminal_type_in(frame.payload); !type.empty())
      terminal_type = std::move(type);
    if (std::string name = wire::model_in(frame.payload); !name.empty())
      model = std::move(name);
    if (auto named = wire::account_in(frame.payload))
      account = std::move(named);
  }
};

} // namespace

void serve_connection(const Connected& client,
                      Models& models,
                      const ServerOptions& options,
                      Logins& logins,
                      const std::atomic<bool>& stopping,
                      Idleness& idleness) {
  const int socket = client.socket;
  ClientOutput output{socket, options.write_deadline, stopping};
  Session session;
  session.output = &output;
  session.models = &models;
  session.user = name_of(client.peer.uid);
  if (!client.peer.is_owner)
    session.other_user = client.peer.uid;
  if (options.audit)
    session.audit = [&](const Use& use) { options.audit(client.peer, use); };
  session.registered = [&] { logins.forgive(client.peer.uid); };
  console::Interpreter interpreter{session};
  // A client that connects must say what it wants; between two requests it may think as long as it
  // likes.
  auto first = options.read_deadline;
  Told told;
  idleness.begin();
  while (!stopping) {
    const auto frame = wire::receive_frame(socket, first, options.read_deadline);
    if (!frame && frame.error() != wire::Trouble::Broken)
      return;
    if (frame)
      told.take(*frame);
    if (frame && (is_signal(frame->kind) || frame->kind == wire::FrameKind::Input))
      continue; // it came after the answer it was meant for
    idleness.end();
    auto request = frame && frame->kind == wire::FrameKind::Request
                     ? wire::decode_request(frame->payload)
                     : tl::expected<wire::Request, std::string>{tl::unexpect, "no such frame"};
    if (!request) {
      output.err("ERROR the request is not understood (" + request.error()
                 + "): client and orchestrator may be of different versions\n");
      output.finish(Exit::Misused);
      return;
    }
    request->terminal.type = told.terminal_type;
    output.begin(request->terminal.progress);
    ClientInput input{output};
    const bool gives = request->gives_input && request->mode == wire::Request::Mode::Verb;
    session.input = gives ? &input : nullptr;
    session.model = std::exchange(told.model, {});
    session.model_uuid.clear();
    session.orchestrator = nullptr;
    int exit = Exit::Failed;
    try {
      if (admit(session, client.peer, std::exchange(told.account, std::nullopt),
                options.group_access, logins)) {
        session.orchestrator = models.find_model(session.model, asking_for(session));
        exit = answer_if_allowed(session, interpreter, *request);
      }
    } catch (const std::exception& error) {
      session.fail(std::string{"the request failed inside the orchestrator: "} + error.what());
    }
    session.input = nullptr;
    session.orchestrator.reset(); // while it thinks nobody holds a model
    idleness.begin(); // before the client knows: what it asks for elsewhere then comes later
    if (!output.finish(exit))
      return;
    session.spent.reset();
    first = wire::no_deadline;
  }
}

} // namespace orrery::cmd
