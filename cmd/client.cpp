#include "cmd/client.hpp"

#include "cmd/endpoint.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace orrery::cmd {

namespace {

void write_to(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream); // both streams in the order in which they were written
}

} // namespace

void StreamOutput::out(std::string_view text) {
  write_to(stdout, text);
}

void StreamOutput::err(std::string_view text) {
  write_to(stderr, text);
}

std::optional<Client> Client::connect(const std::filesystem::path& socket) {
  auto connected = connect_to(socket);
  if (!connected.valid())
    return std::nullopt;
  return Client{std::move(connected)};
}

std::optional<int> Client::ask(const wire::Request& request, Output& output) {
  using wire::FrameKind;
  // A refusal (too many sessions) may have come already: what was said is read even if nothing can
  // be sent.
  (void)wire::send_frame(socket_.get(), FrameKind::Request, wire::encode(request),
                         wire::no_deadline);
  while (true) {
    const auto frame = wire::receive_frame(socket_.get(), wire::no_deadline, wire::no_deadline);
    if (!frame)
      return std::nullopt;
    if (frame->kind == FrameKind::Out) {
      output.out(frame->payload);
    } else if (frame->kind == FrameKind::Err) {
      output.err(frame->payload);
    } else if (frame->kind == FrameKind::Exit) {
      const auto code = wire::decode_exit(frame->payload);
      return code ? std::optional{*code} : std::nullopt;
    }
  }
}

wire::Request make_request() {
  wire::Request request;
  std::error_code error;
  request.directory = std::filesystem::current_path(error).string();
  request.terminal.is_tty = ::isatty(STDOUT_FILENO) == 1;
  request.terminal.colour = request.terminal.is_tty && std::getenv("NO_COLOR") == nullptr;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    request.terminal.columns = size.ws_col;
  return request;
}

} // namespace orrery::cmd
