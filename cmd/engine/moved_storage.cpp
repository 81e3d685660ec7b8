#include "cmd/engine/moved_storage.hpp"

#include "actors/runtime/log.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Returns `/UUID/storage/NAME/NUMBER`.
std::string tail_of(const fs::path& data) {
  const fs::path above = data.parent_path().parent_path().parent_path().parent_path();
  return "/" + data.lexically_relative(above).string();
}

/// Has the link lead to the data, in one step.
bool is_led_to(const std::string& link, const fs::path& data) {
  const std::string made = link + ".orrery";
  unlink(made.c_str()); // of a start that was killed here
  if (symlink(data.c_str(), made.c_str()) != 0)
    return false;
  if (rename(made.c_str(), link.c_str()) == 0)
    return true;
  unlink(made.c_str());
  return false;
}

} // namespace

std::string mount_point_now(const std::string& told, const fs::path& data) {
  std::error_code error;
  if (told.empty() || fs::path(told) == data)
    return told;
  const std::string tail = tail_of(data);
  if (told.ends_with(tail))
    return data.string();
  const fs::path target = fs::read_symlink(told, error);
  if (error || target == data || !target.string().ends_with(tail))
    return told;
  if (fs::equivalent(target, data, error)) // by another name, which providers do not know
    return is_led_to(told, data) ? told : data.string();
  const bool was_moved = fs::status(target, error).type() == fs::file_type::not_found;
  return was_moved && is_led_to(told, data) ? told : data.string();
}

tl::expected<void, store::StoreError> bring_storage_along(store::Database& model,
                                                          const fs::path& model_directory,
                                                          store::Contents& contents) {
  std::error_code error; // providers name it so, too: links are theirs by their text
  const fs::path own = fs::weakly_canonical(model_directory, error);
  const fs::path& directory = error ? model_directory : own;
  std::vector<store::Change> changes;
  for (auto& [storage, attachment] : contents.attachments) {
    std::string now = mount_point_now(attachment.location, directory / "storage" / storage);
    if (now == attachment.location)
      continue;
    runtime::log("engine")->info(
      "storage is where the model lies now{}",
      runtime::field("storage", storage) + runtime::field("was", attachment.location)
        + runtime::field("now", now)
        + runtime::model_fields(contents.model.name, contents.model.uuid));
    attachment.location = std::move(now);
    changes.push_back({store::storage_attachment_key(storage, attachment.unit),
                       store::encode(store::Record(attachment))});
  }
  if (changes.empty())
    return {};
  std::sort(changes.begin(), changes.end(),
            [](const store::Change& a, const store::Change& b) { return a.key < b.key; });
  return model.write(changes, model.sequence() + 1);
}

std::vector<std::string> units_without_data(const fs::path& model_directory,
                                            const store::Contents& contents) {
  constexpr std::size_t most_logged = 100;
  std::vector<std::string> units;
  for (const auto& [id, attachment] : contents.attachments) {
    const auto storage = contents.storages.find(id);
    const fs::path data = model_directory / "storage" / id;
    std::error_code error;
    if (attachment.location.empty() || storage == contents.storages.end() || !storage->second.placed
        || fs::is_directory(fs::symlink_status(data, error)))
      continue;
    units.push_back(attachment.unit);
    if (units.size() <= most_logged)
      runtime::log("engine")->error(
        "the data of a storage is gone{}{}{}", runtime::field("storage", id),
        runtime::field("unit", attachment.unit),
        runtime::field("was", data.string())
          + runtime::model_fields(contents.model.name, contents.model.uuid));
  }
  return units;
}

} // namespace orrery::cmd
