#include "cmd/views/check/report.hpp"

#include "cmd/views/render/escape.hpp"
#include "config/counted.hpp"

#include <utility>

namespace orrery::check {

namespace {

using config::counted;
using render::Document;
using render::escaped;

std::string text_of(const Difference& difference) {
  return difference.entity + "\n  records: " + difference.records
         + "\n  found:   " + escaped(difference.found) + "\n  remedy:  " + difference.remedy + "\n";
}

std::string clean_line(const Report& report) {
  const Counts& counts = report.counts;
  std::string line =
    "all invariants hold"
    + std::string(report.records_only ? ": " : ", and notes, processes and directories agree: ")
    + counted(counts.applications, "application") + ", " + counted(counts.units, "unit") + ", "
    + counted(counts.machines, "machine") + ", " + counted(counts.relations, "relation");
  if (!report.records_only)
    line += ", notes of " + counted(counts.notes, "unit") + ", " + counted(counts.keepers, "keeper")
            + ", " + counted(counts.instances, "instance");
  return line + " at seq=" + std::to_string(report.sequence) + "\n";
}

Document number(std::uint64_t value) {
  return Document::number(std::to_string(value));
}

Document document_of(const Differences& differences) {
  Document list = Document::list();
  for (const Difference& difference : differences)
    list.push(std::move(Document::map()
                          .add("entity", difference.entity)
                          .add("records", difference.records)
                          .add("found", difference.found)
                          .add("remedy", difference.remedy)));
  return list;
}

Document document_of(const Report& report) {
  const Counts& counts = report.counts;
  Document checked = Document::map();
  checked.add("applications", number(counts.applications))
    .add("units", number(counts.units))
    .add("machines", number(counts.machines))
    .add("relations", number(counts.relations));
  if (!report.records_only)
    checked.add("notes", number(counts.notes))
      .add("keepers", number(counts.keepers))
      .add("instances", number(counts.instances));
  return checked;
}

} // namespace

Counts count(const Observed& observed) {
  const store::Contents& contents = observed.contents;
  return {contents.applications.size(),
          contents.units.size(),
          contents.machines.size(),
          contents.relations.size(),
          observed.notes.units.size(),
          observed.keepers.size(),
          observed.directories.instances.size()};
}

std::string to_text(const Report& report) {
  std::string text;
  for (const std::string& sentence : report.broken)
    text += escaped(sentence) + "\n";
  for (const Difference& fault : report.verdict.faults)
    text += text_of(fault);
  for (const Difference& moving : report.verdict.in_motion)
    text +=
      "in motion: " + moving.entity + ": " + moving.records + "; " + escaped(moving.found) + "\n";
  return report.is_clean() ? text + clean_line(report) : text;
}

Document to_document(const Report& report) {
  Document document = Document::map();
  document.add("sequence", number(report.sequence)).add("checked", document_of(report));
  Document broken = Document::list();
  for (const std::string& sentence : report.broken)
    broken.push(sentence);
  document.add("broken-invariants", std::move(broken));
  if (!report.records_only)
    document.add("differences", document_of(report.verdict.faults))
      .add("in-motion", document_of(report.verdict.in_motion));
  return document;
}

} // namespace orrery::check
