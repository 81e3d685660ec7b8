#include "test/bench/settings.hpp"

namespace orrery::bench {

namespace {

std::string application_name(std::uint64_t number) {
  return "app" + std::to_string(number);
}

} // namespace

SettingsTraffic::SettingsTraffic(std::uint64_t seed, std::uint64_t transactions)
  : random_(seed), left_(transactions) {}

test::World SettingsTraffic::model() {
  test::World world;
  for (std::uint32_t i = 0; i < leaders; ++i) {
    const std::string name = application_name(i);
    const std::string unit = name + "/0";
    world.application(name).peering("left", "any").peering("right", "any").led_by(unit);
    world.machine(i).unit(unit).on_machine(i);
    world.relation(name + ":left").entered_by(unit);
    world.relation(name + ":right").entered_by(unit);
  }
  return world;
}

std::string SettingsTraffic::value() {
  std::string text(200, ' ');
  for (char& c : text)
    c = static_cast<char>('a' + random_() % 26);
  return text;
}

std::optional<protocol::Command> SettingsTraffic::next() {
  if (left_ == 0)
    return std::nullopt;
  --left_;
  const auto leader = random_() % leaders;
  const auto left = static_cast<store::RelationId>(2 * leader); // in the order of their making
  const auto right = left + 1;
  protocol::FlushHook flush;
  flush.unit = application_name(leader) + "/0";
  flush.unit_settings = {{left, {{"value", value()}}}, {right, {{"value", value()}}}};
  flush.application_settings = {{left, {{"value", value()}}}, {right, {{"value", value()}}}};
  return flush;
}

} // namespace orrery::bench
