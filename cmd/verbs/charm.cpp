#include "cmd/charms/bundle_check.hpp"
#include "cmd/charms/charm_files.hpp"
#include "cmd/client/terminal_text.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "config/bundle.hpp"
#include "config/counted.hpp"
#include "config/error.hpp"

#include <filesystem>
#include <system_error>

namespace orrery::cmd {

namespace {

using render::Document;

const char* severity_of(const CharmRemark& remark) {
  return remark.is_error ? "error" : "warning";
}

/// `FILE:LINE:COLUMN: error: TEXT`, which editors jump to.
std::string line_of(const CharmRemark& remark) {
  const config::Error place{remark.file, remark.line, remark.column, severity_of(remark),
                            remark.text};
  return one_line(place.text()) + "\n";
}

std::string text_of(const std::vector<CharmRemark>& remarks) {
  std::string text;
  for (const CharmRemark& remark : remarks)
    text += line_of(remark);
  const auto errors = count_errors(remarks);
  return text + config::counted(errors, "error") + ", "
         + config::counted(remarks.size() - errors, "warning") + "\n";
}

Document document_of(const CharmRemark& remark) {
  auto document = Document::map();
  document.add("severity", severity_of(remark)).add("file", remark.file);
  if (remark.line > 0)
    document.add("line", static_cast<std::uint32_t>(remark.line));
  if (remark.column > 0)
    document.add("column", static_cast<std::uint32_t>(remark.column));
  return document.add("text", remark.text);
}

Document document_of(const std::vector<CharmRemark>& remarks) {
  const auto errors = count_errors(remarks);
  auto list = Document::list();
  for (const CharmRemark& remark : remarks)
    list.push(document_of(remark));
  auto document = Document::map();
  document.add("errors", static_cast<std::uint32_t>(errors))
    .add("warnings", static_cast<std::uint32_t>(remarks.size() - errors))
    .add("remarks", std::move(list));
  return document;
}

Outcome charm(Session& session, const Arguments& arguments) {
  if (arguments.words[0] != "check")
    return arguments.wrong(0, "\"" + arguments.words[0]
                                + "\" is nothing that can be done with a charm: write charm "
                                  "check DIR");
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  auto path = session.path(arguments.words.size() > 1 ? arguments.words[1] : ".");
  if (const auto bundle = config::bundle_in(path))
    path = *bundle;
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return session.fail("no charm or bundle was found at " + path.string()
                        + ": give a charm's directory or archive, or a bundle's file");
  const bool is_bundle = !is_charm_archive(path) && config::looks_like_bundle(path);
  const auto remarks = is_bundle ? check_bundle_file(path) : check_charm_files(path);
  session.out(*format ? render::formatted(document_of(remarks), **format) : text_of(remarks));
  return count_errors(remarks) > 0 ? Exit::Failed : Exit::Fine;
}

} // namespace

std::vector<Verb> charm_verbs() {
  Verb verb;
  verb.name = "charm";
  verb.right = Right::Write; // in an orchestrator, whose files it reads as deploy does
  verb.arguments = "check [DIR]";
  verb.summary = "Say all that deploy would say of a charm or a bundle, and where";
  verb.more = "    DIR is the working directory if it is left out. Of a bundle its charms are\n"
              "    checked, too. A line says one thing,\n"
              "    FILE:LINE:COLUMN: error: TEXT, or warning: of what deploy takes all the same.\n"
              "    The exit code is 1 if there is an error. No orchestrator is needed.\n";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown, default tabular"}};
  verb.examples = {"charm check", "charm check ./charms/redis",
                   "charm check ./redis_amd64.charm --format json", "charm check ./bundle.yaml"};
  verb.words_min = 1;
  verb.words_max = 2;
  verb.local = true;
  verb.handler = charm;
  return {verb};
}

} // namespace orrery::cmd
