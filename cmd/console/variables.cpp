#include "cmd/console/variables.hpp"

namespace orrery::cmd::console {

namespace {

/// The bytes that one takes: its text, and what the map needs for it.
std::size_t size_of_variable(const std::string& name, const std::string& value) {
  constexpr std::size_t overhead = 128;
  return overhead + name.size() + value.size();
}

} // namespace

Variables::~Variables() {
  for (const auto& [name, value] : values_)
    room_->give_back(size_of_variable(name, value));
}

bool Variables::set(const std::string& name, std::string value) {
  const auto size = size_of_variable(name, value);
  if (!room_->take(size)) // while the old value is still there, too
    return false;
  const auto [place, is_new] = values_.try_emplace(name);
  if (!is_new)
    room_->give_back(size_of_variable(name, place->second));
  place->second = std::move(value);
  return true;
}

const std::string* Variables::find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::vector<std::string> Variables::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values_)
    all.push_back(name);
  return all;
}

std::optional<Variables> Variables::copy() const {
  Variables others{room_};
  for (const auto& [name, value] : values_)
    if (!others.set(name, value))
      return std::nullopt;
  return others;
}

} // namespace orrery::cmd::console
