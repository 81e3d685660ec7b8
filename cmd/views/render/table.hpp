#pragma once

#include "cmd/views/render/pieces.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

enum class Colour : std::uint8_t { None, Good, Busy, Bad };

/// The colour in which a status word is shown.
[[nodiscard]] Colour colour_of(std::string_view status);

struct Cell {
  std::string text; ///< Without hidden characters.
  Colour colour = Colour::None;
};

struct Column {
  std::string title;
  bool right = false; ///< Aligned to the right.
};

/// A section of tabular output: a line of titles, then rows; columns two blanks apart, the last one
/// not padded.
class Table {
public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// @pre as many cells as columns
  void add(std::vector<Cell> row);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string text(bool colour) const;
  /// Writes the table in pieces, cut between rows.
  void write(Pieces& pieces, bool colour) const;

private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

} // namespace orrery::render
