#pragma once

#include <unistd.h>

#include <utility>

namespace orrery::config {

/// Owns a file descriptor, which is closed with its owner.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open())
      ::close(std::exchange(number_, -1));
  }

private:
  int number_ = -1;
};

} // namespace orrery::config
