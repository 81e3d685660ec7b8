#include "actors/rules/transitions.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// Draws the life of each kind of entity from the table that the entities keep to.
///
/// usage: life_cycles DIRECTORY            writes KIND.dot for each kind        life_cycles --check
/// DIRECTORY    says which KIND.dot or KIND.svg there is not of the present table
namespace orrery::pictures {

namespace {

using rules::Stage;
using rules::Transition;
using store::EntityKind;

constexpr std::size_t line_length = 34;
constexpr std::size_t mark_length = 5 + 16;
constexpr std::string_view line_end = "<br align=\"left\"/>";

/// Broken between words, every line ended for Graphviz to align to the left.
std::string broken_lines(std::string_view text) {
  std::string lines;
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (length > 0 && length + 1 + word.size() > line_length) {
      lines += line_end;
      length = 0;
    } else if (length > 0) {
      lines += ' ';
      ++length;
    }
    lines += word;
    length += word.size();
    at = end + 1;
  }
  if (!lines.empty())
    lines += line_end;
  return lines;
}

/// The commands that take one step, with their rules and conditions.
std::string label(EntityKind kind, Stage from, Stage to) {
  std::string text;
  for (const Transition& step : rules::transitions(kind))
    if (step.from == from && step.to == to)
      text += fmt::format("<b>{}</b> ({}){}{}", step.command, step.rules, line_end,
                          broken_lines(step.when));
  return text;
}

std::string nodes(EntityKind kind) {
  std::string text;
  for (const Stage stage : {Stage::Alive, Stage::Dying, Stage::Dead})
    for (const Transition& step : rules::transitions(kind))
      if (step.to == stage) {
        text += fmt::format("  {0} [label=\"{0}\"]\n", name_of(stage));
        break;
      }
  return text;
}

std::string edges(EntityKind kind) {
  std::string text;
  const Transition* before = nullptr;
  for (const Transition& step : rules::transitions(kind)) {
    if (before == nullptr || before->from != step.from || before->to != step.to)
      text += fmt::format("  {} -> {} [label=<{}>]\n", name_of(step.from), name_of(step.to),
                          label(kind, step.from, step.to));
    before = &step;
  }
  return text;
}

/// Graphviz copies it into the drawing, so that one made from an older table is told from this one.
/// (FNV-1a)
std::string mark_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("table{:016x}", hash);
}

std::string dot(EntityKind kind) {
  const std::string body = nodes(kind) + edges(kind);
  return fmt::format(
    "// Written by docs/pictures/draw from actors/rules/transitions.cpp.\n"
    "digraph {0} {{\n"
    "  id=\"{1}\"\n"
    "  rankdir=LR\n"
    "  bgcolor=white\n"
    "  nodesep=0.5\n"
    "  node [shape=box style=\"rounded,filled\" fillcolor=\"#eef3fa\" fontname=\"sans-serif\"]\n"
    "  edge [fontname=\"sans-serif\" fontsize=10]\n"
    "  unborn [label=\"\" shape=circle style=filled fillcolor=black width=0.15]\n"
    "  removed [label=\"\" shape=doublecircle style=filled fillcolor=black width=0.12]\n"
    "{2}}}\n",
    store::word_of(kind), mark_of(body), body);
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int write(const std::filesystem::path& directory) {
  for (const EntityKind kind : store::entity_kinds) {
    const auto file = directory / fmt::format("{}.dot", store::word_of(kind));
    std::ofstream out(file, std::ios::binary);
    if (!(out << dot(kind)).flush()) {
      fmt::print(stderr, "ERROR cannot write {}\n", file.string());
      return 1;
    }
  }
  return 0;
}

int check(const std::filesystem::path& directory) {
  int wrong = 0;
  for (const EntityKind kind : store::entity_kinds) {
    const std::string now = dot(kind);
    const std::string mark = now.substr(now.find("table"), mark_length);
    const bool drawn = content(directory / fmt::format("{}.svg", store::word_of(kind))).find(mark)
                       != std::string::npos;
    if (content(directory / fmt::format("{}.dot", store::word_of(kind))) == now && drawn)
      continue;
    fmt::print("the picture of the {} is not of the present table: run docs/pictures/draw\n",
               store::word_of(kind));
    ++wrong;
  }
  return wrong == 0 ? 0 : 1;
}

} // namespace

} // namespace orrery::pictures

int main(int count, char** words) {
  const std::string first = count > 1 ? words[1] : "--help";
  if (count == 3 && first == "--check")
    return orrery::pictures::check(words[2]);
  if (count == 2 && !first.starts_with("-"))
    return orrery::pictures::write(first);
  fmt::print(stderr, "usage: life_cycles [--check] DIRECTORY\n");
  return 2;
}
