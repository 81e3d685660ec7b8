#include "cmd/simulate/coverage.hpp"

#include "actors/protocol/command_names.hpp"
#include "cmd/simulate/secret_lives.hpp"
#include "cmd/simulate/storage_lives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::simulate {

namespace {

std::string
row_of(store::EntityKind kind, rules::Stage from, rules::Stage to, std::string_view command) {
  return fmt::format("{} {} -> {} by {}", store::word_of(kind), rules::name_of(from),
                     rules::name_of(to), command);
}

template <std::size_t... Index>
std::vector<std::string> command_rows(std::index_sequence<Index...>) {
  return {"command "
          + std::string(
            protocol::name_of(std::variant_alternative_t<Index, protocol::Command::Variant>{}))...};
}

/// Steps of lives that the tables allow, and commands, that nobody takes, and why. Should one be
/// taken all the same, it is counted.
struct StruckOut {
  std::string_view row;
  std::string_view why;
};
constexpr std::string_view no_users = "nobody logs in to a simulation; users meet no entity";
constexpr std::array<StruckOut, 15> struck_out{{
  {"unit alive -> dead by set dead", "agents ask for it only where the unit is Dying"},
  {"machine alive -> dead by set machine dead",
   "agents ask for it only where the machine is Dying"},
  {"machine alive -> dying by force removal", "remove-machine --force has turned it before"},
  {"relation alive -> dying by force removal", "remove-relation --force has turned it before"},
  {"relation alive -> removed by force removal",
   "remove-relation --force removes one without units itself"},
  {"application alive -> dying by force removal",
   "remove-application --force has turned it before"},
  {"application alive -> removed by force removal",
   "remove-application --force removes one without units itself"},
  {"relation dying -> removed by delete unit",
   "a unit has left its scopes before it is Dead, by force too; the sweep is for faults"},
  {"command add-user", no_users},
  {"command remove-user", no_users},
  {"command change-user-password", no_users},
  {"command change-user-password --reset", no_users},
  {"command enable-user", no_users},
  {"command grant", no_users},
  {"command note connection", no_users},
}};

bool is_struck_out(std::string_view row) {
  return std::any_of(struck_out.begin(), struck_out.end(),
                     [row](const StruckOut& each) { return each.row == row; });
}

std::string_view column_name(std::size_t column) {
  return column == 0 ? "peace" : name_of(all_troubles[column - 1]);
}

} // namespace

std::string_view name_of(Trouble trouble) {
  switch (trouble) {
  case Trouble::Crash:
    return "crash";
  case Trouble::Agent:
    return "agent";
  case Trouble::Machine:
    return "machine";
  case Trouble::Provider:
    return "provider";
  case Trouble::Hook:
    return "hook";
  case Trouble::Disk:
    return "disk";
  }
  return "";
}

Coverage::Coverage() {
  for (const store::EntityKind kind : store::entity_kinds)
    for (const rules::Transition& step : rules::transitions(kind))
      if (std::string row = row_of(kind, step.from, step.to, step.command); !is_struck_out(row))
        rows_.emplace(std::move(row), Row{});
  for (const std::string_view life : all_storage_lives)
    rows_.emplace(life, Row{});
  for (const std::string_view life : all_secret_lives)
    rows_.emplace(life, Row{});
  constexpr auto commands =
    std::make_index_sequence<std::variant_size_v<protocol::Command::Variant>>{};
  for (std::string& row : command_rows(commands))
    if (!is_struck_out(row))
      rows_.emplace(std::move(row), Row{});
}

void Coverage::count(const std::string& row) {
  Row& cells = rows_[row];
  bool in_peace = true;
  for (std::size_t i = 0; i < all_troubles.size(); ++i)
    if (const auto left = left_.find(all_troubles[i]); left != left_.end() && left->second > 0) {
      ++cells[i + 1];
      in_peace = false;
    }
  if (in_peace)
    ++cells[0];
}

void Coverage::done(const std::string& cause) {
  count("command " + cause);
  for (auto& [trouble, left] : left_)
    left -= left > 0 ? 1 : 0;
}

void Coverage::lived(const LifeChange& change, const std::string& cause) {
  count(row_of(change.kind, change.from, change.to, cause));
}

void Coverage::merge(const Coverage& other) {
  for (const auto& [row, cells] : other.rows_)
    for (std::size_t i = 0; i < columns; ++i)
      rows_[row][i] += cells[i];
}

std::string Coverage::table() const {
  std::string text = fmt::format("{:<64}", "");
  for (std::size_t i = 0; i < columns; ++i)
    text += fmt::format(" {:>8}", column_name(i));
  text += "\n";
  for (const auto& [row, cells] : rows_) {
    text += fmt::format("{:<64}", row);
    for (const std::uint64_t cell : cells)
      text += fmt::format(" {:>8}", cell);
    text += "\n";
  }
  for (const StruckOut& each : struck_out)
    if (!rows_.contains(std::string(each.row)))
      text += fmt::format("{}: never, for {}\n", each.row, each.why);
  return text;
}

std::vector<std::string> Coverage::unreached() const {
  std::vector<std::string> all;
  for (const auto& [row, cells] : rows_)
    for (std::size_t i = 0; i < columns; ++i)
      if (cells[i] == 0)
        all.push_back(fmt::format("{}, {} {}", row, i == 0 ? "in" : "after", column_name(i)));
  return all;
}

} // namespace orrery::simulate
