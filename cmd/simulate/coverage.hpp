#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/simulate/ledger.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::simulate {

/// Kinds of trouble in a simulated world.
enum class Trouble : std::uint8_t { Crash, Agent, Machine, Provider, Hook, Disk };
inline constexpr std::array all_troubles{Trouble::Crash,    Trouble::Agent, Trouble::Machine,
                                         Trouble::Provider, Trouble::Hook,  Trouble::Disk};
[[nodiscard]] std::string_view name_of(Trouble trouble);

/// Which steps of lives, storages' included, and which commands have happened, in peace and shortly
/// after which trouble.
class Coverage {
public:
  /// Transactions that count as shortly after.
  static constexpr int window = 12;

  Coverage();

  void struck(Trouble trouble) { left_[trouble] = window; }
  /// A command has ended with changes.
  void done(const std::string& cause);
  void lived(const LifeChange& change, const std::string& cause);
  /// @param life as storage_lives() tells it
  void storage_lived(const std::string& life) { count(life); }
  /// @param life as secret_lives() tells it
  void secret_lived(const std::string& life) { count(life); }
  void merge(const Coverage& other);

  /// Rows by columns: how often.
  [[nodiscard]] std::string table() const;
  /// `unit alive-dying "remove-unit" after crash`: cells that were never reached, a line each.
  [[nodiscard]] std::vector<std::string> unreached() const;
  [[nodiscard]] std::size_t cells() const { return rows_.size() * columns; }

private:
  static constexpr std::size_t columns = all_troubles.size() + 1; ///< In peace, then the troubles.
  using Row = std::array<std::uint64_t, columns>;
  void count(const std::string& row);

  std::map<std::string, Row> rows_; ///< All there can be, from the beginning.
  std::map<Trouble, int> left_;
};

} // namespace orrery::simulate
