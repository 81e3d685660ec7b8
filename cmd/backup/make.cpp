#include "cmd/backup/make.hpp"

#include "actors/providers/removal.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/key.hpp"
#include "cmd/backup/manifest.hpp"
#include "cmd/backup/tree_copy.hpp"
#include "store/checkpoint.hpp"
#include "store/codec.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <set>
#include <system_error>
#include <variant>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

/// Bytes that the stores write as files before they are copied, by default. An orchestrator whose
/// stores find no space then stops.
constexpr std::uint64_t memory_of_stores = 128 << 20;
constexpr const char* unfinished = ".new"; ///< Ends the name of a backup that is being made.

std::string time_now(const char* shape) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, shape, &parts)};
}

/// A name in DATA/backups that is not taken yet.
fs::path free_place(const fs::path& directory) {
  const std::string name = time_now("%Y%m%dT%H%M%SZ");
  fs::path place = directory / name;
  for (int i = 2; is_there(place); ++i)
    place = directory / (name + "-" + std::to_string(i));
  return place;
}

/// A directory that goes with the one who made it, unless it was kept.
class Scaffold {
public:
  explicit Scaffold(fs::path path) : path_(std::move(path)) {}
  ~Scaffold() {
    if (is_made_)
      (void)providers::remove_tree(path_); // clear_interrupted() looks for what stays
  }
  Scaffold(const Scaffold&) = delete;
  Scaffold& operator=(const Scaffold&) = delete;

  [[nodiscard]] tl::expected<void, std::string> make() {
    if (::mkdir(path_.c_str(), S_IRWXU) != 0)
      return tl::unexpected(errno == EEXIST
                              ? path_.string()
                                  + " is there, from a backup that was interrupted: remove it"
                              : "cannot make the directory " + path_.string() + ": "
                                  + std::generic_category().message(errno));
    is_made_ = true;
    return {};
  }
  void keep() { is_made_ = false; }
  [[nodiscard]] const fs::path& path() const { return path_; }

private:
  fs::path path_;
  bool is_made_ = false;
};

/// Facts of the copied records: the model, and the directories of its charms and resources.
struct Recorded {
  store::Model model;
  std::set<std::string> charms;
};

tl::expected<Recorded, std::string> read_recorded(const store::Snapshot& records) {
  Recorded recorded;
  std::string damage;
  const auto visit = [&](std::string_view key, std::string_view value) {
    const auto record = store::decode(key, value);
    if (!record)
      damage = record.error().what;
    else if (const auto* model = std::get_if<store::Model>(&*record))
      recorded.model = *model;
    else if (const auto* charm = std::get_if<store::Charm>(&*record))
      recorded.charms.insert(fs::path(charm->directory).filename().string());
    else if (const auto* resources = std::get_if<store::Resources>(&*record);
             resources != nullptr && store::is_application_name(resources->owner))
      for (const auto& [name, resource] : resources->all)
        recorded.charms.insert(store::kept_resource_name(resource.hash));
    return damage.empty();
  };
  for (const std::string& prefix :
       {store::model_key(), store::charm_key(""), store::resources_key("")})
    if (const auto read = records.scan(prefix, visit); !read)
      return tl::unexpected(read.error().text);
  if (!damage.empty())
    return tl::unexpected(damage);
  return recorded;
}

tl::expected<void, std::string> take_model(TreeCopy& copy,
                                           ManifestWriter& manifest,
                                           const Source& source,
                                           const fs::path& stores,
                                           const Recorded& recorded,
                                           const Order& order,
                                           const Made& made,
                                           const fs::path& backup) {
  for (const char* name : {"store", "agents"})
    if (auto taken = copy.take(stores / name, name); !taken)
      return taken;
  if (auto taken = take_keys(copy, source.model, made); !taken)
    return taken;
  const fs::path charms = backup / "model" / "charms";
  if (::mkdir(charms.c_str(), S_IRWXU) != 0)
    return tl::unexpected("cannot make " + charms.string());
  if (auto noted = manifest.add({Entry::Kind::Directory, "charms", S_IRWXU, 0, {}, {}}); !noted)
    return noted;
  for (const std::string& charm : recorded.charms)
    if (auto taken = copy.take(source.model / "charms" / charm, "charms/" + charm); !taken)
      return taken;
  if (!order.with_units)
    return {};
  return copy.take_what_is_there(source.model / "machines", "machines");
}

/// All of a backup, in a directory that is empty yet.
tl::expected<Made, std::string>
fill(const Source& source, const Order& order, const fs::path& backup, const fs::path& stores) {
  const Limits limits(order.cancelled);
  if (auto allowed = limits.allow(stores, memory_of_stores); !allowed)
    return tl::unexpected(allowed.error());
  const auto hold = source.hold_charms();
  const auto keys = source.hold_keys ? source.hold_keys() : store::SecretVault::Hold();
  const auto pair = store::copy_pair(source.stores, stores / "store", stores / "agents");
  if (!pair)
    return tl::unexpected(pair.error().text);
  const auto recorded = read_recorded(*pair->records);
  if (!recorded)
    return tl::unexpected(recorded.error());
  Made made;
  made.facts.schema = store::newest_schema;
  made.facts.program = source.program;
  made.facts.made = time_now("%Y-%m-%dT%H:%M:%SZ");
  made.facts.model = recorded->model.name;
  made.facts.uuid = recorded->model.uuid;
  made.facts.sequence = pair->model;
  made.facts.notes = pair->notes;
  made.facts.with_units = order.with_units;
  if (auto noted = note_key(source.model, *pair->records, order, made); !noted)
    return tl::unexpected(noted.error());
  auto manifest = ManifestWriter::begin(backup, made.facts, source.boot);
  if (!manifest)
    return tl::unexpected(manifest.error());
  TreeCopy copy(backup, *manifest, limits);
  if (auto taken = take_model(copy, *manifest, source, stores, *recorded, order, made, backup);
      !taken)
    return tl::unexpected(taken.error());
  auto facts = manifest->end();
  if (!facts)
    return tl::unexpected(facts.error());
  made.facts = std::move(*facts);
  made.left_out = copy.left_out();
  made.left_out_count = copy.left_out_count();
  return made;
}

std::vector<fs::path> directories_in(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.symlink_status(error).type() == fs::file_type::directory)
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Whether a name is one that free_place() gives: nothing else of the directory is ours.
bool is_time(const fs::path& place) {
  const std::string name = place.filename().string();
  const std::string shape = "99999999T999999Z";
  if (name.size() < shape.size() || (name.size() > shape.size() && name[shape.size()] != '-'))
    return false;
  return std::equal(shape.begin(), shape.end(), name.begin(), [](char wanted, char found) {
    return wanted == '9' ? found >= '0' && found <= '9' : wanted == found;
  });
}

/// Removes the oldest of DATA/backups beyond so many. @returns those that are gone.
std::vector<std::string> remove_oldest(const fs::path& directory, std::size_t kept) {
  std::vector<fs::path> all = directories_in(directory);
  std::erase_if(all, [](const fs::path& place) { return !is_time(place); });
  std::vector<std::string> removed;
  for (std::size_t i = 0; i + kept < all.size(); ++i)
    if (providers::remove_tree(all[i]))
      removed.push_back(all[i].filename().string());
  return removed;
}

} // namespace

fs::path own_directory(const fs::path& data) {
  return data / "backups";
}

std::vector<Facts> list(const fs::path& directory) {
  std::vector<Facts> found;
  for (const fs::path& place : directories_in(directory)) {
    if (place.extension() == unfinished || !is_there(place / "manifest"))
      continue;
    const auto manifest = read_manifest(place);
    Facts facts = manifest ? manifest->facts : Facts{};
    facts.directory = place;
    facts.damage = manifest ? "" : manifest.error();
    found.push_back(std::move(facts));
  }
  return found;
}

void clear_interrupted(const fs::path& data) {
  for (const fs::path& place : directories_in(own_directory(data)))
    if (place.extension() == unfinished)
      (void)providers::remove_tree(place); // tried again with the next backup
}

tl::expected<Made, std::string> make(const Source& source, const Order& order) {
  const fs::path own = own_directory(source.data);
  const bool is_named = !order.directory.empty();
  if (::mkdir(own.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return tl::unexpected("cannot make the directory " + own.string() + ": "
                          + std::generic_category().message(errno));
  clear_interrupted(source.data);
  const fs::path place = is_named ? order.directory : free_place(own);
  if (is_there(place))
    return tl::unexpected(place.string() + " is there already: name a directory that is not");
  Scaffold stores(own / (std::string("stores") + unfinished)); // on the file system of the stores
  Scaffold backup(place.string() + unfinished);
  for (Scaffold* each : {&stores, &backup})
    if (auto done = each->make(); !done)
      return tl::unexpected(done.error());
  if (::mkdir((backup.path() / "model").c_str(), S_IRWXU) != 0)
    return tl::unexpected("cannot write " + backup.path().string());
  auto made = fill(source, order, backup.path(), stores.path());
  if (!made)
    return made;
  if (auto moved = put_in_place(backup.path(), place); !moved)
    return tl::unexpected(moved.error());
  backup.keep();
  made->facts.directory = place;
  if (!is_named)
    made->removed = remove_oldest(own, order.kept);
  return made;
}

} // namespace orrery::backup
