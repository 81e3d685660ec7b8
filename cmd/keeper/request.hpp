#pragma once

#include "actors/hooks/start_request.hpp"

#include <vector>

namespace orrery::keeper {

/// The runner's request (actors/hooks/start_request.hpp), as it has come.
struct Request {
  hooks::StartHead head;
  std::vector<char> texts;
  hooks::StartTexts split; ///< Pointers into texts.
};

/// Waits for a whole request.  @returns false when nobody asks any more, or not as agreed.
[[nodiscard]] bool receive(int socket, Request& request);
/// Receives the texts of a request whose `head` has come.
[[nodiscard]] bool receive_texts(int socket, Request& request);

} // namespace orrery::keeper
