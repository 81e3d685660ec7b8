#include "cmd/engine/given_input.hpp"

#include "cmd/client/asking.hpp"
#include "config/write_all.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace orrery::cmd {

int ask_with_input(const std::filesystem::path& socket,
                   wire::Request request,
                   const std::string& input) {
  const config::Descriptor file{::memfd_create("input", MFD_CLOEXEC)};
  if (!file.is_open() || config::write_all(file.get(), input) != 0
      || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    complain("there is no memory for what is to be sent: nothing was done");
    return Exit::Failed;
  }
  auto client = Client::connect(socket);
  if (!client)
    return no_orchestrator(socket, Exit::Failed);
  request.gives_input = true;
  StreamOutput output;
  const auto exit = client->ask(request, output, file.get());
  if (!exit)
    complain("the orchestrator at " + socket.string() + " went away before it had answered");
  return exit.value_or(Exit::Failed);
}

} // namespace orrery::cmd
