#include "test/crash/undisturbed.hpp"

#include "test/crash/commits.hpp"
#include "test/crash/failures.hpp"
#include "test/crash/run.hpp"

namespace orrery::test {

namespace {

void add(std::uint64_t& hash, std::string_view bytes) {
  for (const char byte : bytes)
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U; // FNV-1a
  hash = (hash ^ bytes.size()) * 0x100000001b3U;
}

} // namespace

std::uint64_t hash_of(const store::Database& database) {
  std::uint64_t hash = Undisturbed::Past::hash_of_nothing;
  const auto scanned = database.snapshot()->scan("", [&](auto key, auto value) {
    add(hash, key);
    add(hash, value);
    return true;
  });
  return scanned ? hash : 0;
}

Undisturbed run_undisturbed(const std::vector<Step>& steps) {
  Undisturbed seen;
  Failures failures;
  store::SimulatedDisk disk;
  Run run(disk, steps);
  const auto remember = [](Undisturbed::Past& past, const store::Database& database) {
    past.at.emplace(database.sequence(), hash_of(database));
  };
  const auto remember_both = [&](const SimulatedWorld& world) {
    remember(seen.model, world.database());
    remember(seen.notes, world.notes_database());
  };
  // When one commit begins, the one before it can be read.
  const Commits commits(disk, [&](std::size_t, Phase phase, const std::string& store) {
    if (phase != Phase::BeforeWrite)
      return;
    seen.notes_commits += store == "/notes" ? 1 : 0;
    if (run.world() != nullptr)
      remember_both(*run.world());
  });
  run.go([&](std::size_t step, SimulatedWorld& world) {
    SeenAtRest& rest = seen.rests[step] = seen_in(world);
    for (const std::string& wrong : rest.wrong)
      seen.wrong += "\nstep " + std::to_string(step) + ": " + wrong;
    remember_both(world); // there may be a restart next
  });
  seen.wrong += run.refusal() + run.wrong();
  seen.commits = commits.count();
  for (const std::string& path : disk.image().paths())
    seen.tables += path.ends_with(".sst") ? 1 : 0;
  if (seen.tables == 0)
    seen.wrong += "the scenario is too small to make RocksDB write tables";
  for (const std::string& failure : failures.take())
    seen.wrong += "\n" + failure;
  return seen;
}

} // namespace orrery::test
