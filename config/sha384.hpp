#pragma once

#include <sha512.h>

#include <string>
#include <string_view>

namespace orrery::config {

/// SHA-384 (FIPS 180-4), the fingerprint of resources (RS5). Of libmd.
class Sha384 {
public:
  Sha384() { ::SHA384Init(&state_); }
  void add(std::string_view bytes);
  /// The digest as 96 lower-case hexadecimal digits. Nothing may be added afterwards.
  [[nodiscard]] std::string finish();

private:
  ::SHA2_CTX state_{};
};

} // namespace orrery::config
