#include "cmd/backup/restore.hpp"

#include "cmd/backup/bench.hpp"
#include "cmd/backup/copy_out.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/kept_data.hpp"
#include "cmd/backup/key.hpp"
#include "cmd/backup/models_beyond.hpp"
#include "config/counted.hpp"
#include "store/checkpoint.hpp"
#include "store/epoch.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <random>
#include <system_error>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using Done = tl::expected<void, std::string>;

std::string random_id() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

tl::unexpected<std::string> system_refuses_step(const std::string& doing, const fs::path& path) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(errno));
}

/// How far the model that is replaced has counted, if it is the same one.
store::Counters counted_before(const fs::path& model, std::vector<std::string>& notes) {
  if (!is_there(model / "store" / "CURRENT"))
    return {};
  const auto records = store::look_into(model / "store");
  const auto agents =
    records ? store::look_into(model / "agents") : tl::unexpected(records.error());
  const auto counters =
    agents ? store::read_counters(**records, **agents) : tl::unexpected(agents.error());
  if (counters)
    return *counters;
  notes.push_back("how far the replaced model had counted cannot be read: "
                  + counters.error().text);
  return {};
}

Done begin_epoch_of(const fs::path& model,
                    const SavedModel& saved,
                    std::uint64_t jump,
                    const store::Counters& before) {
  store::OpenOptions options;
  options.directory = model / "store";
  const auto records = store::Database::open(options);
  options.directory = model / "agents";
  const auto agents = store::Database::open(options);
  if (!records || !agents)
    return tl::unexpected(records ? agents.error().text : records.error().text);
  if ((*records)->sequence() != saved.sequence || (*agents)->sequence() != saved.notes)
    return tl::unexpected("the backup's stores hold " + std::to_string((*records)->sequence())
                          + " and " + std::to_string((*agents)->sequence())
                          + " transactions, and its manifest says " + std::to_string(saved.sequence)
                          + " and " + std::to_string(saved.notes) + ": use another backup");
  const store::Pair pair{**records, **agents};
  const auto matched = store::match_pair(pair, saved.uuid, false);
  if (!matched)
    return tl::unexpected(matched.error().text);
  const auto begun = store::begin_epoch(pair, jump, before);
  return begun ? Done() : tl::unexpected(begun.error().text);
}

Done refuse_earlier_layout(const fs::path& data) {
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(data / "store", error))
      || is_there(data / "store.witness"))
    return tl::unexpected(data.string()
                          + " is what an earlier orrery has left: start orrery there once, or "
                            "restore into another directory");
  return {};
}

/// Makes DATA/restore, with a directory for the models that has their marks from its first moment.
Done make_bench(const RestoreOrder& order, const Manifest& manifest, const Bench& bench) {
  const std::string id = random_id();
  if (::mkdir(bench.top.c_str(), S_IRWXU) != 0)
    return system_refuses_step("make", bench.top);
  if (auto noted = write_note(bench.order, id + (order.discard ? " discard\n" : " keep\n")); !noted)
    return noted;
  order.at("make");
  const fs::path marked = bench.top / "marked";
  if (::mkdir(marked.c_str(), S_IRWXU) != 0)
    return system_refuses_step("make", marked);
  if (auto noted = write_note(marked / mark_name, id + " " + std::to_string(manifest.boot) + "\n");
      !noted)
    return noted;
  const std::vector<SavedModel>& models = manifest.facts.models;
  if (models.size() > 1)
    if (auto noted = write_note(marked / first_name, models.front().uuid + "\n"); !noted)
      return noted;
  return put_in_place(marked, bench.models);
}

/// Makes the models in DATA/restore/models, ready for the commit.
Done make_models(const RestoreOrder& order,
                 const Manifest& manifest,
                 const Bench& bench,
                 std::vector<std::string>& notes) {
  const Facts& facts = manifest.facts;
  if (auto made = make_bench(order, manifest, bench); !made)
    return made;
  order.at("copy");
  std::uint64_t not_given = 0;
  for (std::size_t i = 0; i < facts.models.size(); ++i) {
    const fs::path model = bench.models / facts.models[i].uuid;
    if (::mkdir(model.c_str(), S_IRWXU) != 0)
      return system_refuses_step("make", model);
    const auto copied = copy_out(manifest.entries[i], files_of(facts, i), model);
    if (!copied)
      return tl::unexpected(copied.error());
    not_given += *copied;
    if (auto put = put_key(facts.models[i], order.keys, model); !put)
      return put;
  }
  if (not_given > 0)
    notes.push_back(config::counted(not_given, "file")
                    + " of units had other owners, which only root can give back");
  order.at("epoch");
  for (const SavedModel& saved : facts.models) {
    const store::Counters before = counted_before(bench.data / "models" / saved.uuid, notes);
    if (auto begun = begin_epoch_of(bench.models / saved.uuid, saved, order.jump, before); !begun)
      return begun;
  }
  order.at("sync");
  return sync_all(bench.top);
}

} // namespace

tl::expected<Restored, std::string> restore(const RestoreOrder& order) {
  const Bench bench(order.data);
  if (auto usable = refuse_earlier_layout(order.data); !usable)
    return tl::unexpected(usable.error());
  const auto manifest = verified(order.backup);
  if (!manifest)
    return tl::unexpected(manifest.error());
  if (const auto keys = check_keys(manifest->facts, order.keys); !keys)
    return tl::unexpected(keys.error());
  if (const auto kept = check_kept_data(order.data, manifest->facts); !kept)
    return tl::unexpected(kept.error());
  order.at("begin");
  auto finished = finish(order.data);
  if (!finished)
    return tl::unexpected(finished.error());
  Restored restored{manifest->facts, std::move(*finished)};
  const std::string leaving = models_beyond(order.data, manifest->facts);
  if (!leaving.empty() && order.discard)
    return tl::unexpected("the backup does not have all models of " + order.data.string()
                          + ", and --discard would delete these: " + leaving
                          + ". Restore without --discard, which puts them aside, or elsewhere with "
                            "--data-directory");
  if (!leaving.empty())
    restored.notes.push_back("the backup does not have these models, which were put aside, too: "
                             + leaving);
  Done done = make_models(order, *manifest, bench, restored.notes);
  if (done) {
    order.at("commit");
    done = exchange(bench.models, order.data / "models");
  }
  if (!done) {
    (void)finish(order.data); // else the next start does it
    return tl::unexpected(done.error() + ". " + order.data.string() + " is as it was");
  }
  order.at("finish");
  finished = finish(order.data);
  if (!finished)
    return tl::unexpected("the backup was restored, but " + finished.error());
  restored.notes.insert(restored.notes.end(), finished->begin(), finished->end());
  return restored;
}

} // namespace orrery::backup
