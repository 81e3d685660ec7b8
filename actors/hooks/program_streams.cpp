#include "actors/hooks/program_streams.hpp"

#include "actors/hooks/system_reason.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace orrery::hooks {

namespace {

/// Opens one pipe. The program may open its end anew, as /dev/stdin, hence the owner.
bool open_stream(std::uint32_t user, config::Descriptor& reads, config::Descriptor& writes) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return false;
  reads = config::Descriptor(ends[0]);
  writes = config::Descriptor(ends[1]);
  return user == 0 || fchown(ends[0], user, static_cast<gid_t>(-1)) == 0;
}

} // namespace

tl::expected<PipedStreams, std::string> open_streams(std::uint32_t user) {
  PipedStreams streams;
  if (!open_stream(user, streams.program.input, streams.user.input)
      || !open_stream(user, streams.user.output, streams.program.output)
      || !open_stream(user, streams.user.errors, streams.program.errors))
    return tl::unexpected(reason_of("no pipes for the session", errno));
  for (const auto* end : {&streams.user.input, &streams.user.output, &streams.user.errors})
    fcntl(end->get(), F_SETFL, O_NONBLOCK); // of this end alone
  return streams;
}

} // namespace orrery::hooks
