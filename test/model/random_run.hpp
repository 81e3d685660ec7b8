#pragma once

#include "cmd/simulate/world.hpp"
#include "test/model/trace_recorder.hpp"

#include <random>

namespace orrery::test {

/// The real actors in a simulated world no larger than docs/model/lives.pml is, with a person who
/// asks for anything and trouble of all sorts, drawn by a seed. It is written down.
class RandomRun {
public:
  /// @param meddled somebody else asks for what agents ask for, too
  explicit RandomRun(std::uint64_t seed, bool meddled = false);

  /// So many draws; then everything is removed by force.
  void play(int draws);
  [[nodiscard]] const std::vector<TraceEvent>& events() const { return recorder_.events(); }
  [[nodiscard]] const Projection& state() const { return recorder_.state(); }
  /// What the world has found wrong by itself.
  [[nodiscard]] const std::vector<std::string>& findings() { return world_.findings().kept(); }

private:
  [[nodiscard]] int below(int bound);
  template <class Map>
  auto any_key(const Map& map, typename Map::key_type otherwise);
  template <class Map>
  auto any_going(const Map& map, typename Map::key_type otherwise);

  void draw();
  void make();
  void remove();
  void add_unit();
  void relate();
  void trouble();
  void help();
  void pass();
  void meddle();
  void remove_all();
  [[nodiscard]] protocol::Removal how();

  bool meddled_;
  std::mt19937_64 random_;
  TraceRecorder recorder_;
  simulate::World world_;
};

} // namespace orrery::test
