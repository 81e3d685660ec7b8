#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace orrery::simulate {

/// Draws from a seed, the same on every machine: no distribution of the standard library is asked.
class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Another stream of the same seed, which is as good as sure never to meet the first.
  /// @param stream not 0
  Random(std::uint64_t seed, std::uint32_t stream) : Random(0) {
    std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                        stream};
    engine_.seed(mixed);
  }

  /// From 0 to `bound` - 1.  @pre bound > 0
  [[nodiscard]] std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(engine_() % bound);
  }
  /// Once in so many times. 0: never.
  [[nodiscard]] bool one_in(std::size_t times) { return times != 0 && below(times) == 0; }
  template <class Elements>
  [[nodiscard]] const auto& any(const Elements& elements) {
    return elements[below(elements.size())];
  }

private:
  std::mt19937_64 engine_;
};

} // namespace orrery::simulate
