#pragma once

#include <cstddef>

namespace orrery::cmd {

/// Sends what stands on a client's standard input, until its end, or until the orchestrator says or
/// ends something. Of more than `most` bytes so many are sent that the orchestrator sees it. Waits
/// as long as nobody writes or closes the input: it was asked for.
/// @param input read from where it stands; may be a terminal, a pipe, a file
void send_input(int socket, int input, std::size_t most);

} // namespace orrery::cmd
