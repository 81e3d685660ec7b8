#pragma once

#include <memory>
#include <string>
#include <utility>

namespace orrery::store {

/// A value that hardly any owner has: as std::optional, but those that have none spend a pointer on
/// it.
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

/// A text that hardly any have, likewise; empty if there is none.
class RareText {
public:
  RareText() = default;
  RareText(std::string text) { // NOLINT(google-explicit-constructor): as std::string
    if (!text.empty())
      text_ = Rare<std::string>(std::move(text));
  }
  [[nodiscard]] bool empty() const { return !text_; }
  [[nodiscard]] std::string text() const { return text_ ? *text_ : std::string(); }
  bool operator==(const RareText& other) const { return text() == other.text(); }

private:
  Rare<std::string> text_;
};

} // namespace orrery::store
