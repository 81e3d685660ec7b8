#include "cmd/verbs/new_registration.hpp"

#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/registration.hpp"

namespace orrery::cmd {

std::string
register_command(const Session& session, const std::string& user, const std::string& secret) {
  const auto endpoint = endpoint_of(process_of(session)->settings().socket);
  return session.program + " register "
         + encode_registration({user, {endpoint}, secret, usual_controller});
}

} // namespace orrery::cmd
