// orrery-keeper: holds one hook and everything it starts; then, if nothing of it is left, the next.
//
//   orrery-keeper --starter PADDING
//
// is the starter: it makes a keeper for each request that comes through its socket, descriptor 6
// (starter.hpp). It has no other descriptor but 0, /dev/null, and no environment. It ends with its
// socket; keepers do not end with it.
//
// A keeper is a fork of the starter and a child of the orchestrator. In /proc it has the command
// line
//
//   orrery-keeper --data DIR --machine N --unit U --runs hook|update-status|command
//                 --directory DIR -- PROGRAM [ARGUMENT...]
//
// cut to what fits into the padding. --data, --machine, --unit and --runs mark it, for those who
// look for keepers, and name its note (actors/hooks/kept_note.hpp). Before the hook begins, DIR
// becomes its working directory, which from then on tells whose it is in place of --data: a
// directory that gets another name takes its keepers along, and a copy at the old name has none.
// Programs that a command on the machine itself (no unit) leaves running are noted nowhere.
// Before --directory stand words for control groups, limits and rights of the hook, as
// actors/hooks/start_request.hpp lists them: where there are groups, the hook begins in its unit's,
// the keeper in one of all keepers.
//
// Its descriptors: 0 is /dev/null, 1 and 2 are the write ends for the hook's output, 3 is a socket
// to the orchestrator, 4 and 5 are the read ends of the output pipes, and 7 is the hook's standard
// input, until the hook has begun, if that is not /dev/null; 8 and 9 are its standard output and
// error then, if those are not 1 and 2. To the socket it writes one
// report a hook (actors/hooks/keeper_report.hpp). End of file while the hook runs means that the
// orchestrator has died, a byte that the hook's time is over: both kill the hook and all it has
// started, and no hook begins after one of them.
//
// Its name in /proc/PID/comm tells its mode: `orrery-hook` while the hook runs; `orrery-keep` when
// that has left something running: then it waits until nothing is left, and empties the output
// pipes, so that nobody who still writes to them gets SIGPIPE, and notes how each program has ended
// (left_programs.hpp); `orrery-spare` when nothing was left: then it waits for the next request
// (actors/hooks/start_request.hpp), which comes through its socket, or for the orchestrator's end.
#include "actors/hooks/start_request.hpp"
#include "cmd/keeper/starter.hpp"

#include <sys/socket.h>

#include <cstdio>
#include <cstring>

namespace {

bool has_socket() {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(orrery::hooks::starter_socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

} // namespace

int main(int count, char** words) {
  if (count != 3 || std::strcmp(words[1], "--starter") != 0 || !has_socket()) {
    std::fputs("orrery-keeper is started by orrery for its hooks; it is not for use by hand\n",
               stderr);
    return 2;
  }
  return orrery::keeper::run_starter(words);
}
