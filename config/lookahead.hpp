#pragma once

#include "config/yaml.hpp"

#include <cstddef>
#include <streambuf>
#include <string>

namespace orrery::config {

/// The reader was given too much text without deciding on a single value.
struct LookaheadExceeded {};

/// Hands text to the YAML scanner and counts what it takes between two values.
///
/// The scanner keeps every token of a flow collection until it knows whether that is a key. Text of
/// nothing but brackets would thus grow to a hundred times its size before the first value, and
/// with it its depth, is seen.
class LookaheadBuffer final : public std::streambuf {
public:
  LookaheadBuffer(const std::string& text, const Limits& limits);

  /// A value was decided: counting starts again.
  void restart();

protected:
  /// @throws LookaheadExceeded
  std::streamsize xsgetn(char* to, std::streamsize wanted) override;

private:
  std::size_t bytes_ = 0;
  std::size_t marks_ = 0;
  std::size_t most_bytes_;
  std::size_t most_marks_;
};

} // namespace orrery::config
