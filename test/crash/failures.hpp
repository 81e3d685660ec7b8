#pragma once

#include <string>
#include <vector>

namespace orrery::test {

/// Collects what expectations fail while it lives, so that a program without tests can say so. One
/// at a time.
class Failures {
public:
  Failures();
  ~Failures();
  Failures(const Failures&) = delete;
  Failures& operator=(const Failures&) = delete;
  /// Those since the last call.
  [[nodiscard]] std::vector<std::string> take();
};

} // namespace orrery::test
