#pragma once

#include <memory>
#include <utility>

namespace orrery::store {

/// What hardly any have: as std::optional, but those that have none spend a pointer on it.
template <class T>
class Rare {
public:
  Rare() = default;
  Rare(T value) // NOLINT(google-explicit-constructor): as std::optional
    : value_(std::make_unique<T>(std::move(value))) {}
  Rare(const Rare& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) { return *this = Rare(other); }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  void reset() { value_.reset(); }

private:
  std::unique_ptr<T> value_;
};

} // namespace orrery::store
