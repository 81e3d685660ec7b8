#include "cmd/removal.hpp"

namespace orrery::cmd {

void tell_what_blocks(Session& session,
                      const store::Contents& contents,
                      render::EntityKind kind,
                      const std::string& name,
                      const std::string& shown) {
  const auto why = render::reason(contents, kind, name);
  session.out(shown + " is being removed already" + (why.empty() ? std::string{} : ": " + why)
              + "\n");
}

} // namespace orrery::cmd
