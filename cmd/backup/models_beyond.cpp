#include "cmd/backup/models_beyond.hpp"

#include "cmd/backup/durable.hpp"
#include "cmd/backup/kept_data.hpp"
#include "store/checkpoint.hpp"
#include "store/codec.hpp"

#include <algorithm>
#include <system_error>
#include <variant>
#include <vector>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 10;

/// The name that a model's store gives it; where that cannot be read, the directory's.
std::string name_in(const fs::path& model) {
  const auto records = store::look_into(model / "store");
  const auto value = records
                       ? (*records)->get(store::model_key())
                       : tl::expected<std::optional<std::string>, store::StoreError>(std::nullopt);
  if (!value || !*value)
    return model.filename().string();
  const auto record = store::decode(store::model_key(), **value);
  const auto* found = record ? std::get_if<store::Model>(&*record) : nullptr;
  return found != nullptr ? found->name : model.filename().string();
}

/// Also of what a crash or a user has left of one.
bool is_a_model(const fs::path& place) {
  return is_there(place / "store") || is_there(place / "machines") || holds_data(place);
}

} // namespace

std::string models_beyond(const fs::path& data, const Facts& facts) {
  std::vector<fs::path> places;
  std::error_code error; // not there: no models
  for (const auto& place : fs::directory_iterator(data / "models", error)) {
    const auto is_it = [&](const SavedModel& saved) {
      return saved.uuid == place.path().filename();
    };
    if (is_a_model(place.path()) && std::none_of(facts.models.begin(), facts.models.end(), is_it))
      places.push_back(place.path());
  }
  std::sort(places.begin(), places.end());
  std::string names;
  for (std::size_t i = 0; i < std::min(places.size(), most_named); ++i)
    names += (names.empty() ? "" : ", ") + name_in(places[i]);
  if (places.size() > most_named)
    names += " and " + std::to_string(places.size() - most_named) + " more";
  return names;
}

} // namespace orrery::backup
