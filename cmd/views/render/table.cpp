#include "cmd/views/render/table.hpp"

#include "cmd/views/render/escape.hpp"
#include "store/give_way.hpp"

#include <algorithm>
#include <cassert>
#include <initializer_list>

namespace orrery::render {
namespace {

constexpr std::size_t gap = 2;

std::string_view sequence(Colour colour) {
  switch (colour) {
  case Colour::Good:
    return "\x1b[32m";
  case Colour::Busy:
    return "\x1b[33m";
  case Colour::Bad:
    return "\x1b[31m";
  case Colour::None:
    break;
  }
  return "";
}

void append_cell(std::string& out, const Cell& cell, bool colour) {
  const bool paint = colour && cell.colour != Colour::None && !cell.text.empty();
  if (paint)
    out += sequence(cell.colour);
  out += cell.text;
  if (paint)
    out += "\x1b[0m";
}

} // namespace

Colour colour_of(std::string_view status) {
  const auto is_one_of = [status](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), status) != words.end();
  };
  if (is_one_of({"active", "idle", "started", "running"}))
    return Colour::Good;
  if (is_one_of({"waiting", "maintenance", "pending", "allocating", "executing", "stopped"}))
    return Colour::Busy;
  return is_one_of({"error", "blocked", "lost", "failed", "down"}) ? Colour::Bad : Colour::None;
}

void Table::add(std::vector<Cell> row) {
  assert(row.size() == columns_.size());
  rows_.push_back(std::move(row));
  store::give_way();
}

void Table::write(Pieces& pieces, bool colour) const {
  std::vector<Cell> titles;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    titles.push_back({column.title, Colour::None});
    widths.push_back(width(column.title));
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], width(row[i].text));
  const auto line = [&](const std::vector<Cell>& row) {
    std::string& out = pieces.text();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t padding = widths[i] - width(row[i].text);
      const bool last = i + 1 == row.size();
      if (columns_[i].right)
        out.append(padding, ' ');
      append_cell(out, row[i], colour);
      if (!last)
        out.append((columns_[i].right ? 0 : padding) + gap, ' ');
    }
    out += '\n';
    pieces.cut();
  };
  line(titles);
  for (const auto& row : rows_)
    line(row);
}

std::string Table::text(bool colour) const {
  std::string out;
  Pieces pieces([&out](std::string_view piece) { out += piece; });
  write(pieces, colour);
  pieces.end();
  return out;
}

} // namespace orrery::render
