#include "cmd/shown.hpp"

namespace orrery::cmd {

int show(Session& session, const render::Output& output) {
  session.out(output.out);
  session.err(output.err);
  return output.code;
}

} // namespace orrery::cmd
