#pragma once

#include <cstdint>
#include <string>

namespace orrery::render {

/// The host that machines are directories of, as the caller found it; this folder does not look.
struct Host {
  std::string name;            ///< As `hostname` prints it; empty: nobody has looked.
  std::string architecture;    ///< Juju's word: `amd64`, `arm64`, ...
  std::uint32_t cores = 0;     ///< That are on line.
  std::uint64_t mebibytes = 0; ///< Of memory in all.
};

/// `arch=amd64 cores=2 mem=7936M`; empty where nobody has looked.
[[nodiscard]] inline std::string hardware_text(const Host& host) {
  return host.architecture.empty()
           ? std::string()
           : "arch=" + host.architecture + " cores=" + std::to_string(host.cores)
               + " mem=" + std::to_string(host.mebibytes) + "M";
}

} // namespace orrery::render
