#include "actors/hooks/given_input.hpp"

#include "actors/hooks/system_reason.hpp"
#include "actors/hooks/token.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>

namespace orrery::hooks {

tl::expected<GivenInputs::Kept, std::string> GivenInputs::keep(std::string_view bytes) {
  constexpr int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  config::Descriptor file(::memfd_create("orrery-input", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  const int error = file.is_open() ? config::write_all(file.get(), bytes) : errno;
  if (error != 0 || ::fcntl(file.get(), F_ADD_SEALS, seals) != 0)
    return tl::unexpected(reason_of("standard input cannot be kept", error != 0 ? error : errno));
  Kept kept(*this, make_token());
  const std::lock_guard lock(mutex_);
  kept_.emplace(kept.token(), std::move(file));
  return kept;
}

std::shared_ptr<const config::Descriptor> GivenInputs::open(const std::string& token) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(token);
  if (found == kept_.end())
    return nullptr;
  // Opened anew, it has a place of its own to read from.
  const std::string path = "/proc/self/fd/" + std::to_string(found->second.get());
  auto opened =
    std::make_shared<const config::Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return opened->is_open() ? opened : nullptr;
}

void GivenInputs::forget(const std::string& token) {
  const std::lock_guard lock(mutex_);
  kept_.erase(token);
}

} // namespace orrery::hooks
