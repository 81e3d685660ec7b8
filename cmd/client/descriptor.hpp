#pragma once

#include <unistd.h>

#include <utility>

namespace orrery::cmd {

/// Owns a file descriptor.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : descriptor_{descriptor} {}
  Descriptor(Descriptor&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] bool valid() const { return descriptor_ >= 0; }
  void close() {
    if (valid())
      ::close(std::exchange(descriptor_, -1));
  }

private:
  int descriptor_ = -1;
};

} // namespace orrery::cmd
