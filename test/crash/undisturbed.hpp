#pragma once

#include "test/crash/rest.hpp"
#include "test/crash/step.hpp"

#include <map>
#include <string>
#include <vector>

namespace orrery::test {

/// What a run of the scenario without a crash has shown, to compare others with.
struct Undisturbed {
  /// What each store held after each of its commits, as a hash, by sequence number; 0: nothing.
  struct Past {
    std::map<std::uint64_t, std::uint64_t> at{{0, hash_of_nothing}};
    static constexpr std::uint64_t hash_of_nothing = 0xcbf29ce484222325U;
  };
  Past model;
  Past notes;
  std::map<std::size_t, SeenAtRest> rests; ///< Where everything has come to rest, by step.
  std::size_t commits = 0;                 ///< In both stores, with those that make them.
  std::size_t notes_commits = 0;
  std::size_t tables = 0; ///< RocksDB's files of both stores in the end, but for its logs.
  std::string wrong;      ///< Why the run is not good to compare with; empty if it is.
};

[[nodiscard]] Undisturbed run_undisturbed(const std::vector<Step>& steps);

/// Of all keys and values but the store's own.
[[nodiscard]] std::uint64_t hash_of(const store::Database& database);

} // namespace orrery::test
