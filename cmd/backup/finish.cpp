// DATA/restore while a restore is under way:
//
//     order           ID " " ( "keep" | "discard" ) "\n"
//     models/         until the commit what is made, after it what was replaced
//     models/restored ID " " BOOT "\n"     of what is made; goes when it is served
//     models/first    UUID "\n"            where there are several: which is the process's own
//     gone/           what is being deleted, which was models/
//
// The commit exchanges DATA/restore/models and DATA/models. So what lies in restore/models is what
// is being made if it has the ID of `order`, else it was replaced. Since both are told apart by
// `order`, that goes last.
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/group_notes.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/providers/removal.hpp"
#include "cmd/backup/bench.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/kept_data.hpp"
#include "cmd/backup/restore.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using Finished = tl::expected<void, std::string>;

constexpr std::chrono::seconds programs_grace{2};

std::string first_word(const std::string& line) {
  return line.substr(0, line.find(' '));
}

tl::unexpected<std::string> finish_refused(const std::string& doing, const fs::path& path) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(errno));
}

/// Ends what units of a replaced model have left running; notes what does not end.
/// @returns whose it was.
std::set<std::string> end_programs(const fs::path& model, std::vector<std::string>& notes) {
  std::set<std::string> whose;
  std::set<std::uint32_t> machines;
  for (const hooks::Keeper& keeper : hooks::find_keepers(model)) {
    machines.insert(keeper.machine);
    whose.insert(keeper.unit.empty() ? "machine " + std::to_string(keeper.machine) : keeper.unit);
  }
  for (const std::uint32_t machine : machines)
    if (const auto alive = hooks::end_processes(model, machine, {}, programs_grace);
        !alive.text.empty())
      notes.push_back("programs of machine " + std::to_string(machine)
                      + " are left behind: " + alive.text);
  if (hooks::end_noted_groups(model))
    whose.insert("programs that nobody held any more");
  return whose;
}

Finished put_replaced_aside(const Bench& bench, std::vector<std::string>& notes) {
  std::set<std::string> whose;
  std::vector<fs::path> places;
  std::error_code error;
  for (const auto& model : fs::directory_iterator(bench.models, error))
    if (std::error_code gone; model.is_directory(gone)) {
      places.push_back(model.path());
      whose.merge(end_programs(model.path(), notes));
    }
  const std::string replaced = places.size() > 1 ? "the replaced models " : "the replaced model ";
  std::string names;
  for (const std::string& name : whose)
    names += (names.empty() ? "" : ", ") + name;
  if (!names.empty())
    notes.push_back("ended the programs that " + replaced + "had running: " + names);
  const bool has_data = std::any_of(places.begin(), places.end(), holds_data);
  if (read_note(bench.order).ends_with(" discard") && !has_data)
    return {};
  const fs::path place = bench.data / "replaced";
  const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::seconds(1);
  const fs::path aside = place / (std::to_string(now) + "-" + first_word(read_note(bench.order)));
  if (::mkdir(place.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return finish_refused("make", place);
  if (::rename(bench.models.c_str(), aside.c_str()) != 0)
    return finish_refused("rename " + bench.models.string() + " to", aside);
  notes.push_back(replaced + (places.size() > 1 ? "lie in " : "lies in ") + aside.string()
                  + " until you delete that: "
                  + (has_data ? "no other copy is left of the data of storage in it"
                              : "nothing needs it any more"));
  return sync_names(place);
}

/// Deletes DATA/restore. Amid that it holds either what it was, or nothing that is to be kept.
Finished clear(const Bench& bench) {
  const fs::path gone = bench.top / "gone";
  if (is_there(bench.models)) {
    if (auto removed = providers::remove_tree(gone); !removed)
      return removed;
    if (::rename(bench.models.c_str(), gone.c_str()) != 0)
      return finish_refused("rename " + bench.models.string() + " to", gone);
    if (auto written = sync_names(bench.top); !written)
      return written;
  }
  std::vector<fs::path> others;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(bench.top, error))
    if (entry.path() != bench.order)
      others.push_back(entry.path());
  for (const fs::path& other : others)
    if (auto removed = providers::remove_tree(other); !removed)
      return removed;
  return providers::remove_tree(bench.top);
}

} // namespace

tl::expected<std::vector<std::string>, std::string> finish(const fs::path& data) {
  std::vector<std::string> notes;
  const Bench bench(data);
  if (!is_there(bench.top))
    return notes;
  const std::string id = first_word(read_note(bench.order));
  const bool is_unfinished = !id.empty() && first_word(read_note(bench.models / mark_name)) == id;
  const fs::path models = data / "models";
  const bool is_committed = !id.empty() && first_word(read_note(models / mark_name)) == id;
  if (is_there(bench.models) && !is_unfinished) {
    if (auto kept = is_committed ? keep_data(bench.models, models) : Finished(); !kept)
      return tl::unexpected(kept.error());
    if (auto put = put_replaced_aside(bench, notes); !put)
      return tl::unexpected(put.error());
  }
  if (is_there(bench.models) && is_unfinished)
    notes.push_back("a restore that was interrupted before it changed anything was cleared away");
  if (is_committed)
    for (std::string& note : compare_data(models))
      notes.push_back(std::move(note));
  if (auto cleared = clear(bench); !cleared)
    return tl::unexpected(cleared.error());
  return notes;
}

std::optional<std::uint64_t> unserved(const fs::path& data) {
  const fs::path mark = data / "models" / mark_name;
  if (!is_there(mark))
    return std::nullopt;
  const std::string line = read_note(mark);
  std::uint64_t boot = 0;
  const std::size_t blank = line.find(' ');
  if (blank != std::string::npos)
    std::from_chars(line.data() + blank + 1, line.data() + line.size(), boot);
  return boot;
}

Finished mark_served(const fs::path& data) {
  const fs::path mark = data / "models" / mark_name;
  if (::unlink(mark.c_str()) != 0 && errno != ENOENT)
    return finish_refused("remove", mark);
  return is_there(mark.parent_path()) ? sync_names(mark.parent_path()) : Finished();
}

} // namespace orrery::backup
