#include "cmd/backup/make.hpp"

#include "actors/providers/removal.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/manifest.hpp"
#include "cmd/backup/moment.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_left_out = 20;  ///< Of what is told of units' files.
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

using Done = tl::expected<void, std::string>;

Done make_directory(const fs::path& path) {
  if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return tl::unexpected("cannot make the directory " + path.string() + ": "
                          + std::generic_category().message(errno));
  return {};
}

Done take_model(TreeCopy& copy,
                ManifestWriter& manifest,
                const Moment& moment,
                bool with_units,
                const fs::path& files) {
  const fs::path& model = moment.source.directory;
  for (const char* name : {"store", "agents"})
    if (auto taken = copy.take(moment.stores / name, name); !taken)
      return taken;
  if (auto taken = take_keys(copy, model, moment.key); !taken)
    return taken;
  if (auto made = make_directory(files / "charms"); !made)
    return made;
  if (auto noted = manifest.add({Entry::Kind::Directory, "charms", S_IRWXU, 0, {}, {}}); !noted)
    return noted;
  for (const std::string& charm : moment.charms)
    if (auto taken = copy.take(model / "charms" / charm, "charms/" + charm); !taken)
      return taken;
  if (!with_units)
    return {};
  return copy.take_what_is_there(model / "machines", "machines");
}

/// Adds what was left out of one model.
/// @param prefix tells of which one.
void take_left_out(Made& made, const TreeCopy& copy, const std::string& prefix) {
  made.left_out_count += copy.left_out_count();
  for (const std::string& one : copy.left_out())
    if (made.left_out.size() < most_left_out)
      made.left_out.push_back(prefix + one);
}

/// Adds what becomes of one model's secrets.
void take_key_note(Made& made, const Moment& moment) {
  made.secrets += moment.key.secrets;
  if (!moment.key.left_out.empty())
    made.keys.push_back(moment.key.left_out);
  if (moment.key.is_missing)
    made.keyless.push_back(moment.model.name);
}

/// Takes the files of all models. A model whose files are taken may go.
Done take_models(Moments& moments, ManifestWriter& manifest, const Limits& limits, Made& made) {
  const Facts& facts = made.facts;
  if (moments.models.size() > 1)
    if (auto at = make_directory(facts.directory / "models"); !at)
      return at;
  for (std::size_t i = 0; !moments.models.empty(); ++i, moments.models.pop_front()) {
    const Moment& moment = moments.models.front();
    const fs::path files = files_of(facts, i);
    if (auto at = make_directory(files); !at)
      return at;
    if (i > 0)
      manifest.begin_model(moment.model);
    TreeCopy copy(files, manifest, limits);
    if (auto taken = take_model(copy, manifest, moment, facts.with_units, files); !taken)
      return taken;
    take_left_out(made, copy, i == 0 ? "" : moment.model.name + ": ");
    take_key_note(made, moment);
  }
  return {};
}

/// All of a backup, in a directory that is empty yet.
tl::expected<Made, std::string>
fill(const Source& source, const Order& order, const fs::path& backup, const fs::path& stores) {
  const Limits limits(order.cancelled);
  auto moments = copy_stores(source, limits, order.with_key, stores);
  if (!moments)
    return tl::unexpected(moments.error());
  Made made;
  made.missing = std::move(moments->missing);
  made.facts.directory = backup;
  made.facts.schema = store::newest_schema;
  made.facts.program = source.program;
  made.facts.made = time_now("%Y-%m-%dT%H:%M:%SZ");
  made.facts.with_units = order.with_units;
  for (const Moment& each : moments->models)
    made.facts.models.push_back(each.model);
  auto manifest = ManifestWriter::begin(backup, made.facts, source.boot);
  if (!manifest)
    return tl::unexpected(manifest.error());
  if (auto taken = take_models(*moments, *manifest, limits, made); !taken)
    return tl::unexpected(taken.error());
  auto facts = manifest->end();
  if (!facts)
    return tl::unexpected(facts.error());
  made.facts = std::move(*facts);
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
  if (auto at = make_directory(own); !at)
    return tl::unexpected(at.error());
  clear_interrupted(source.data);
  const fs::path place = is_named ? order.directory : free_place(own);
  if (is_there(place))
    return tl::unexpected(place.string() + " is there already: name a directory that is not");
  Scaffold stores(own / (std::string("stores") + unfinished)); // on the file system of the stores
  Scaffold backup(place.string() + unfinished);
  for (Scaffold* each : {&stores, &backup})
    if (auto done = each->make(); !done)
      return tl::unexpected(done.error());
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
