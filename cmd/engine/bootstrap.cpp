#include "cmd/engine/bootstrap.hpp"

#include "store/codec.hpp"
#include "store/keys.hpp"

#include <algorithm>
#include <variant>

namespace orrery::cmd {

namespace {

tl::expected<void, store::StoreError> write_model(store::Database& database,
                                                  const std::string& name,
                                                  const std::string& uuid,
                                                  store::Milliseconds now,
                                                  const store::Settings& config) {
  store::Model model;
  model.name = name;
  model.uuid = uuid;
  model.created = now;
  std::vector<store::Change> changes;
  if (!config.empty())
    changes.push_back({store::model_config_key(), store::encode(store::ModelConfig{config})});
  changes.push_back({store::model_key(), store::encode(model)}); // "g" comes before "m"
  return database.write(changes, database.sequence() + 1);
}

} // namespace

tl::expected<std::string, store::StoreError> read_model_uuid(const store::Database& database) {
  const store::Key key = store::model_key();
  const auto bytes = database.snapshot()->get(key);
  if (!bytes)
    return tl::unexpected(bytes.error());
  if (!*bytes)
    return std::string();
  const auto record = store::decode(key, **bytes);
  if (!record)
    return tl::unexpected(store::StoreError{store::StoreError::Kind::Corrupt, record.error().what});
  return std::get<store::Model>(*record).uuid;
}

tl::expected<store::Contents, store::StoreError> read_or_make_model(store::Database& database,
                                                                    const std::string& name,
                                                                    const std::string& uuid,
                                                                    store::Milliseconds now,
                                                                    const store::Settings& config) {
  auto contents = store::read_contents_in_halves(*database.snapshot());
  if (!contents || contents->model.uuid == uuid)
    return contents;
  if (!contents->model.uuid.empty())
    return tl::unexpected(store::StoreError{
      store::StoreError::Kind::Other,
      "the store in models/" + uuid + " is that of the model " + contents->model.uuid
        + ": put each where it belongs, the directory has the name of its model"});
  if (const auto written = write_model(database, name, uuid, now, config); !written)
    return tl::unexpected(written.error());
  return store::read_contents(*database.snapshot());
}

bool needs_manager(const store::Contents& contents) {
  return std::none_of(contents.machines.begin(), contents.machines.end(),
                      [](const auto& machine) { return machine.second.manage_model; });
}

} // namespace orrery::cmd
