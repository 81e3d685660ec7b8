#include "actors/hooks/open_file_shortage.hpp"

#include <sys/resource.h>

namespace orrery::hooks {

std::string open_file_shortage(int newest) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
      || static_cast<rlim_t>(newest) < limit.rlim_cur - limit.rlim_cur / 8)
    return {};
  return "nearly all of the " + std::to_string(limit.rlim_cur)
         + " files that may be open are, and each set of programs that units leave running takes "
           "one: raise the limit (ulimit -Hn, LimitNOFILE=), or end some";
}

} // namespace orrery::hooks
