#include "cmd/keeper/request.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace orrery::keeper {

namespace {

bool receive_all(int socket, void* to, std::size_t size) {
  char* const bytes = static_cast<char*>(to);
  for (std::size_t got = 0; got < size;) {
    const ssize_t more = recv(socket, bytes + got, size - got, 0);
    if (more == 0 || (more < 0 && errno != EINTR))
      return false;
    got += more > 0 ? static_cast<std::size_t>(more) : 0;
  }
  return true;
}

} // namespace

bool receive(int socket, Request& request) {
  return receive_all(socket, &request.head, sizeof request.head) && receive_texts(socket, request);
}

bool receive_texts(int socket, Request& request) {
  if (request.head.size > hooks::start_limit)
    return false;
  request.texts.resize(request.head.size);
  if (!receive_all(socket, request.texts.data(), request.texts.size()))
    return false;
  auto split = hooks::split_texts(request.texts, request.head.words);
  if (!split)
    return false;
  request.split = std::move(*split);
  return true;
}

} // namespace orrery::keeper
