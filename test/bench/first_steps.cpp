// When the lives that a kill has interrupted went on: of each unit of an application the first step
// after the new beginning, and of those the last.
//
// usage: first_steps STORE APPLICATION SINCE     milliseconds of the wall clock; a line of JSON;
// nobody else may have it open

#include "store/codec.hpp"
#include "store/database.hpp"
#include "store/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

int main(int count, char** words) {
  using namespace orrery;
  if (count != 4) {
    std::cerr << "usage: first_steps STORE APPLICATION SINCE\n";
    return 2;
  }
  const std::string application = words[2];
  const store::Milliseconds since = std::strtoll(words[3], nullptr, 10);
  const auto database = store::Database::open({.directory = words[1]});
  if (!database) {
    std::cerr << database.error().text << '\n';
    return 1;
  }
  std::map<std::string, store::Milliseconds> first;
  const auto scanned = (*database)->snapshot()->scan(
    std::string(1, store::history_letter), [&](std::string_view key, std::string_view value) {
      const auto record = store::decode(key, value);
      const auto* step = record ? std::get_if<store::LifeStep>(&*record) : nullptr;
      if (step != nullptr && step->entity.kind == store::EntityKind::Unit
          && step->turn.since >= since && store::application_of(step->entity.name) == application) {
        const auto place = first.emplace(step->entity.name, step->turn.since).first;
        place->second = std::min(place->second, step->turn.since);
      }
      return true;
    });
  if (!scanned) {
    std::cerr << scanned.error().text << '\n';
    return 1;
  }
  store::Milliseconds last = since;
  for (const auto& [unit, at] : first)
    last = std::max(last, at);
  std::cout << fmt::format(R"({{"units": {}, "seconds": {}}})", first.size(),
                           static_cast<double>(last - since) / 1000)
            << '\n';
}
