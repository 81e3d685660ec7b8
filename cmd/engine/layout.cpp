#include "cmd/engine/layout.hpp"

#include "cmd/backup/bench.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/engine/uuid.hpp"
#include "config/descriptor.hpp"
#include "config/sync_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using Done = tl::expected<void, std::string>;
using backup::is_there;

constexpr std::string_view half_suffix = ".new"; ///< Of a model's directory before the commit.
constexpr const char* models_name = "models";

/// Programs left running know these by their earlier names, until the host is started again.
constexpr const char* linked[] = {"kept", "machines"};

bool is_uuid(std::string_view text) {
  constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != shape.size())
    return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == '-' ? text[i] != '-'
                        : std::string_view("0123456789abcdef").find(text[i]) == text.npos)
      return false;
  return true;
}

tl::unexpected<std::string> cannot(const std::string& doing, const fs::path& path, int number) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(number)
                        + "; the data directory is left as far as it came, start again once the "
                          "cause is gone");
}

Done make_place(const fs::path& path) {
  if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return cannot("make the directory", path, errno);
  if (const int number = config::sync_directory(path.parent_path()); number != 0)
    return cannot("sync", path.parent_path(), number);
  return {};
}

/// Moves a link of the user's own as it is, which holds for absolute ones only.
tl::expected<bool, std::string> is_to_move(const fs::path& from, const fs::path& to) {
  if (!is_there(from) || is_there(to))
    return false;        // it was never there, or has been moved
  std::error_code error; // it is no link
  const fs::path target = fs::read_symlink(from, error);
  if (error || target.is_absolute())
    return true;
  if (*target.begin() == models_name)
    return false; // our own, in its place
  return tl::unexpected(from.string() + " is a link to " + target.string()
                        + " and is to be moved to " + to.string()
                        + ": make it a link to an absolute path");
}

Done move(const fs::path& from, const fs::path& to) {
  const auto wanted = is_to_move(from, to);
  if (!wanted)
    return tl::unexpected(wanted.error());
  if (!*wanted)
    return {};
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) != 0)
    return cannot("move " + from.string() + " to", to, errno);
  for (const fs::path& place : {from.parent_path(), to.parent_path()})
    if (const int number = config::sync_directory(place); number != 0)
      return cannot("sync", place, number);
  return {};
}

Done link_to(const fs::path& target, const fs::path& path) {
  if (!is_there(path) && symlink(target.c_str(), path.c_str()) != 0)
    return cannot("make the link", path, errno);
  return {};
}

Done write_note(const std::string& text, const fs::path& path) {
  if (is_there(path))
    return {};
  const config::Descriptor file(
    open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR));
  if (!file.is_open()
      || write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())
      || fsync(file.get()) != 0)
    return cannot("write", path, errno);
  return {};
}

struct Found {
  std::vector<std::string> whole; ///< UUIDs.
  std::vector<std::string> half;
};

Found look_for_models(const fs::path& data) {
  Found found;
  std::error_code error; // not there: no model yet
  for (fs::directory_iterator entry(data / models_name, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (is_uuid(name))
      found.whole.push_back(std::move(name));
    else if (name.ends_with(half_suffix)
             && is_uuid(name = name.substr(0, name.size() - half_suffix.size())))
      found.half.push_back(std::move(name));
  }
  return found;
}

bool holds_directory(const fs::path& data, std::initializer_list<const char*> names) {
  std::error_code error;
  return std::any_of(names.begin(), names.end(), [&](const char* name) {
    return fs::symlink_status(data / name, error).type() == fs::file_type::directory;
  });
}

bool is_earlier_layout(const fs::path& data) {
  return holds_directory(data, {"store", "agents", "machines", "charms"})
         || is_there(data / "store.witness");
}

/// Refuses a directory of which nobody can say which half is the right one.
///
/// @param first as models/first names it; empty: there is no such file.
Done refuse_doubt(const fs::path& data, const Found& found, const std::string& first) {
  const bool knows_first =
    std::find(found.whole.begin(), found.whole.end(), first) != found.whole.end();
  if (!first.empty() && !knows_first)
    return tl::unexpected("models/first in the data directory " + data.string() + " names " + first
                          + ", and there is no models/" + first
                          + ": put it back, or delete models/first if another model there is to be "
                            "this orrery's own. Nothing was changed");
  if (found.whole.size() + found.half.size() > 1 && (first.empty() || !found.half.empty()))
    return tl::unexpected("the data directory " + data.string() + " holds "
                          + std::to_string(found.whole.size() + found.half.size())
                          + " models below models/, and no file models/first says which is this "
                            "orrery's own: move the others to data directories of their own");
  // An earlier program that was refused may have left an empty agents/.
  if (!found.whole.empty() && holds_directory(data, {"store", "machines", "charms"}))
    return tl::unexpected(
      "the data directory " + data.string() + " holds a model in models/" + found.whole.front()
      + " and, in its store/, machines/ or charms/, what an earlier orrery makes: move those away "
        "(nothing of models/ is in them), or move models/ to another data directory");
  return {};
}

tl::expected<ModelPlace, std::string> place_of(const fs::path& data, const std::string& uuid) {
  ModelPlace place{uuid, data / models_name / uuid, false};
  for (const fs::path& path : {data / models_name, place.directory, place.directory / "logs"})
    if (Done made = make_place(path); !made)
      return tl::unexpected(made.error());
  return place;
}

/// All steps, or what is left of them.
tl::expected<ModelPlace, std::string> take_steps(const fs::path& data, const std::string& uuid) {
  const fs::path half = data / models_name / (uuid + std::string(half_suffix));
  for (const fs::path& path : {data / models_name, half})
    if (Done made = make_place(path); !made)
      return tl::unexpected(made.error());
  for (const LayoutStep& step : layout_steps(data, uuid))
    if (Done taken = take_step(step); !taken)
      return tl::unexpected(taken.error());
  auto place = place_of(data, uuid);
  if (place)
    place->moved = true;
  return place;
}

/// The model that models/first names; empty: no model was added here.
std::string noted_first(const fs::path& data) {
  return backup::read_note(data / models_name / backup::first_name);
}

} // namespace

tl::expected<ModelPlace, std::string> make_model_place(const fs::path& data,
                                                       const std::string& uuid) {
  return place_of(data, uuid);
}

Done note_first_model(const fs::path& data, const std::string& uuid) {
  if (noted_first(data) == uuid)
    return {};
  const fs::path half = data / models_name / (std::string(backup::first_name) + ".new");
  const fs::path whole = data / models_name / backup::first_name;
  unlink(half.c_str()); // of a try that was interrupted
  if (Done written = write_note(uuid + "\n", half); !written)
    return written;
  if (rename(half.c_str(), whole.c_str()) != 0)
    return cannot("write", whole, errno);
  if (const int number = config::sync_directory(whole.parent_path()); number != 0)
    return cannot("sync", whole.parent_path(), number);
  return {};
}

std::vector<LayoutStep> layout_steps(const fs::path& data, const std::string& uuid) {
  using Kind = LayoutStep::Kind;
  const fs::path whole = data / models_name / uuid;
  fs::path half = whole;
  half += half_suffix;
  std::vector<LayoutStep> steps{{Kind::Move, data / "store", half / "store"}};
  steps.push_back({Kind::Note,
                   "The store lies in models/" + uuid
                     + "/store. This file keeps an orrery that does not know that from making "
                       "another.\n",
                   data / "store"});
  for (const char* name : {"agents", "agents.witness", "charms", "machines", "kept", "logs"})
    steps.push_back({Kind::Move, data / name, half / name});
  // Keepers of an earlier program write notes through the link below, so its target is made.
  steps.push_back({Kind::Make, {}, half / "kept"});
  steps.push_back({Kind::Make, {}, data / "logs"});
  for (const char* name : {"orrery.log", "orrery.log.1"}) // the process's own
    steps.push_back({Kind::Move, half / "logs" / name, data / "logs" / name});
  for (const char* name : linked)
    steps.push_back({Kind::Link, fs::path(models_name) / uuid / name, data / name});
  steps.push_back({Kind::Move, data / "store.witness", half / "store.witness"});
  steps.push_back({Kind::Move, half, whole});
  return steps;
}

Done take_step(const LayoutStep& step) {
  switch (step.kind) {
  case LayoutStep::Kind::Link:
    return link_to(step.from, step.to);
  case LayoutStep::Kind::Note:
    return write_note(step.from.string(), step.to);
  case LayoutStep::Kind::Make:
    return make_place(step.to);
  case LayoutStep::Kind::Move:
    break;
  }
  return move(step.from, step.to);
}

tl::expected<ModelPlace, std::string>
settle_layout(const fs::path& data,
              const std::function<tl::expected<std::string, std::string>()>& uuid_of_earlier) {
  const Found found = look_for_models(data);
  const std::string first = noted_first(data);
  if (Done sure = refuse_doubt(data, found, first); !sure)
    return tl::unexpected(sure.error());
  if (!found.half.empty())
    return take_steps(data, found.half.front());
  if (!found.whole.empty())
    return place_of(data, first.empty() ? found.whole.front() : first);
  if (!is_earlier_layout(data))
    return place_of(data, random_uuid());
  const auto uuid = uuid_of_earlier();
  if (!uuid)
    return tl::unexpected(uuid.error());
  if (!uuid->empty() && !is_uuid(*uuid))
    return tl::unexpected("the model in " + (data / "store").string() + " calls itself \"" + *uuid
                          + "\", which is no UUID: restore it from a backup");
  return take_steps(data, uuid->empty() ? random_uuid() : *uuid);
}

std::vector<fs::path> model_directories(const fs::path& data) {
  std::vector<fs::path> directories;
  for (const std::string& uuid : look_for_models(data).whole)
    directories.push_back(data / models_name / uuid);
  return directories;
}

void forget_earlier_layout(const fs::path& data) {
  for (const char* name : linked)
    if (std::error_code error; fs::is_symlink(fs::symlink_status(data / name, error)))
      unlink((data / name).c_str());
}

} // namespace orrery::cmd
