#include "cmd/views/explain/secret.hpp"

#include "cmd/views/explain/found.hpp"
#include "cmd/views/explain/secret_hooks.hpp"
#include "cmd/views/explain/sections.hpp"
#include "cmd/views/render/escape.hpp"
#include "config/counted.hpp"
#include "store/violations.hpp"

#include <algorithm>
#include <map>

namespace orrery::explain {

namespace {

using Lines = std::vector<std::string>;

/// Takes away what is too many, and counts it.
void cut(Lines& lines, std::size_t most) {
  if (lines.size() <= most)
    return;
  const std::size_t more = lines.size() - most;
  lines.resize(most);
  lines.push_back("and " + std::to_string(more) + " more");
}

/// Takes away the first that are too many, and counts them: the last are the latest.
void cut_first(Lines& lines, std::size_t most) {
  if (lines.size() <= most)
    return;
  const std::size_t more = lines.size() - most;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(more));
  lines.insert(lines.begin(), std::to_string(more) + " earlier ones");
}

std::string title_of(const store::Secret& secret) {
  std::string title = "secret:" + secret.id;
  if (!secret.label.empty())
    title += " \"" + render::escaped(secret.label) + "\"";
  return title + (secret.owner.empty() ? " of the user" : " of " + secret.owner) + ", revision "
         + std::to_string(store::latest_revision(secret));
}

Lines kept_by(const store::Secret& secret) {
  if (secret.owner.empty())
    return {"it is the user's: orrery remove-secret " + secret.id
            + " removes it, whoever reads it"};
  const bool of_unit = secret.owner.find('/') != std::string::npos;
  return {secret.owner + " owns it: it goes with that " + (of_unit ? "unit" : "application")
          + ", or when a hook of its charm removes it"};
}

std::string scope_of(const store::Contents& contents, const store::SecretGrant& grant) {
  if (!grant.in_relation)
    return ", granted by the user";
  const auto* relation = find(contents.relations, grant.relation);
  return ", as long as "
         + (relation == nullptr ? "relation " + std::to_string(grant.relation)
                                : store::name_of(*relation))
         + " is there";
}

Lines who_may_read(const store::Contents& contents, const store::Secret& secret) {
  Lines lines;
  if (secret.owner.find('/') != std::string::npos)
    lines.push_back(secret.owner + ", which owns it");
  else if (!secret.owner.empty())
    lines.push_back("all units of " + secret.owner + ", which owns it");
  for (auto at = contents.secret_grants.lower_bound({secret.id, {}});
       at != contents.secret_grants.end() && at->first.first == secret.id; ++at) {
    const std::string& subject = at->second.subject;
    const bool is_unit = subject.find('/') != std::string::npos;
    lines.push_back((is_unit ? "" : "all units of ") + subject + scope_of(contents, at->second));
  }
  return lines;
}

/// Units that read it, and how many read each revision.
Lines readers_of(const store::Contents& contents,
                 const store::Secret& secret,
                 std::map<std::uint32_t, std::size_t>& count) {
  Lines lines;
  for (const auto& [key, consumer] : contents.secret_consumers) {
    if (consumer.secret != secret.id)
      continue;
    ++count[consumer.revision];
    lines.push_back(
      consumer.unit + " reads revision " + std::to_string(consumer.revision)
      + (consumer.label.empty() ? "" : " as \"" + render::escaped(consumer.label) + '"'));
  }
  return lines;
}

Lines revisions_of(const store::Secret& secret,
                   const std::map<std::uint32_t, std::size_t>& readers,
                   const render::TimeFormat& time) {
  Lines lines;
  for (const store::SecretRevisionSeen& seen : secret.revisions) {
    const auto read = readers.find(seen.number);
    const std::size_t units = read == readers.end() ? 0 : read->second;
    const bool is_latest = seen.number == store::latest_revision(secret);
    std::string line = "revision " + std::to_string(seen.number);
    if (is_latest)
      line += ", the latest";
    if (units > 0)
      line += ", read by " + config::counted(units, "unit");
    else if (!is_latest)
      line += secret.owner.empty()
                ? ", read by nobody: orrery remove-secret " + secret.id + " --revision "
                    + std::to_string(seen.number) + " removes it"
                : ", read by nobody: its owner may remove it";
    if (seen.expires != 0)
      line += ", expires at " + time.full(seen.expires);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The sections with their names, in the order in which they are told.
Sections sections(const SecretExplanation& explanation) {
  return {{"kept-by", &explanation.kept},    {"may-read", &explanation.may_read},
          {"readers", &explanation.readers}, {"revisions", &explanation.revisions},
          {"due", &explanation.due},         {"hooks-not-run", &explanation.hooks}};
}

} // namespace

SecretExplanation explain_secret(const store::Contents& contents,
                                 const store::Secret& secret,
                                 const SecretPlace& place) {
  SecretExplanation explanation;
  std::map<std::uint32_t, std::size_t> readers;
  explanation.title = title_of(secret);
  explanation.kept = kept_by(secret);
  explanation.may_read = who_may_read(contents, secret);
  explanation.readers = readers_of(contents, secret, readers);
  explanation.revisions = revisions_of(secret, readers, place.time);
  explanation.due = hooks_to_come(contents, secret, place);
  explanation.hooks = hooks_not_run(contents, secret, place);
  for (Lines* lines :
       {&explanation.may_read, &explanation.readers, &explanation.due, &explanation.hooks})
    cut(*lines, place.lines_max);
  cut_first(explanation.revisions, place.lines_max);
  return explanation;
}

std::string to_text(const SecretExplanation& explanation) {
  return text_of(explanation.title, sections(explanation));
}

render::Document to_document(const SecretExplanation& explanation) {
  auto document = render::Document::map();
  document.add("secret", explanation.title);
  add_sections(document, sections(explanation));
  return document;
}

} // namespace orrery::explain
