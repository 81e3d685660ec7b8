#include "cmd/keeper/starter.hpp"

#include "actors/hooks/control_group.hpp"
#include "cmd/keeper/command_line.hpp"
#include "cmd/keeper/keeper.hpp"
#include "cmd/keeper/request.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

namespace orrery::keeper {

namespace {

using hooks::input_descriptor;
using hooks::keeper_descriptors;
using hooks::StartAnswer;
using hooks::starter_socket;

/// Are the keeper's descriptors there, each in its place, and after them none, its hook's input, or
/// all its standard streams?
bool has_descriptors(msghdr& message) {
  std::array<int, hooks::most_sent_descriptors> places{};
  const cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  if (rights == nullptr || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS
      || rights->cmsg_len < CMSG_LEN(sizeof(int) * keeper_descriptors)
      || rights->cmsg_len > CMSG_LEN(sizeof places))
    return false;
  const std::size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  std::memcpy(places.data(), CMSG_DATA(rights), sizeof(int) * count);
  for (std::size_t i = 0; i < count; ++i) {
    const int place = static_cast<int>(i);
    if (places.at(i)
        != (i < keeper_descriptors ? place + 1 : input_descriptor + place - keeper_descriptors))
      return false;
  }
  return count != keeper_descriptors + 2;
}

/// @param complete whether the keeper's descriptors have come, too.  @returns false when nobody
/// asks any more.
bool receive_head(Request& request, bool& complete) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * hooks::most_sent_descriptors)>
    control{};
  iovec head{&request.head, sizeof request.head};
  msghdr message{};
  message.msg_iov = &head;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t size = 0;
  do
    size = recvmsg(starter_socket, &message, 0);
  while (size < 0 && errno == EINTR);
  if (size != static_cast<ssize_t>(sizeof request.head)) // what is sent at once comes at once
    return false;
  complete = has_descriptors(message);
  return true;
}

/// The control group in which the keeper is to begin; null if it stays in the starter's.
const char* keepers_group_of(const Request& request) {
  const auto& words = request.split.words;
  for (std::size_t at = 1; words[at] != nullptr && words[at + 1] != nullptr; at += 2) {
    if (std::strcmp(words[at], "--") == 0)
      return nullptr;
    if (words[at] == hooks::keepers_word)
      return words[at + 1];
  }
  return nullptr;
}

/// A copy of this process with the same parent, whom its end is told as ours is. By the system call
/// itself: the C library's fork has only children of its own. There is one thread, so nothing else
/// of what fork does is missed.
/// @param group where it begins; null: where we are.
pid_t fork_beside(const char* group) {
  if (group == nullptr)
    return static_cast<pid_t>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
  const int place = hooks::open_group(group, {});
  if (place < 0)
    return -1;
  clone_args how{};
  how.flags = CLONE_PARENT | CLONE_INTO_CGROUP;
  how.cgroup = static_cast<std::uint64_t>(place);
  const auto pid = static_cast<pid_t>(syscall(SYS_clone3, &how, sizeof how));
  const int why = errno;
  close(place);
  errno = why;
  return pid;
}

/// Prepares the starter, from which all keepers have the same.
void prepare_starter() {
  prctl(PR_SET_NAME, "orrery-starter", 0, 0, 0);
  // The places of what comes with a request: the kernel gives it the lowest that are free.
  close_range(1, keeper_descriptors, 0);
  inherit_to_keepers();
}

bool answer(const StartAnswer& what) {
  return send(starter_socket, &what, sizeof what, MSG_NOSIGNAL)
         == static_cast<ssize_t>(sizeof what);
}

} // namespace

int run_starter(char** arguments) {
  std::string own;
  for (int i = 0; i < 2; ++i)
    (own += arguments[i]) += '\0';
  CommandLine shown(arguments);
  shown.show(own);
  prepare_starter();
  for (;;) {
    Request request;
    bool complete = false;
    if (!receive_head(request, complete) || !receive_texts(starter_socket, request))
      return 0;
    StartAnswer made;
    if (!complete) {
      made.error = EMFILE; // no places for them
    } else {
      // A keeper has its marks from its first moment on: nobody who looks for keepers misses it.
      shown.show({request.texts.data(), request.split.words_size});
      made.pid = fork_beside(keepers_group_of(request));
      if (made.pid == 0)
        return keep_hooks(std::move(request), shown);
      if (made.pid < 0)
        made = {0, errno};
      shown.show(own);
    }
    // Before the answer: a pipe's end is told by its last holder.
    close_range(1, keeper_descriptors, 0);
    close_range(input_descriptor, hooks::output_descriptor + 1, 0);
    if (!answer(made))
      return 0;
  }
}

} // namespace orrery::keeper
