#include "cmd/logs/status_log.hpp"

#include "cmd/logs/log_line.hpp"
#include "cmd/logs/log_stream.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace orrery::cmd {

namespace {

using store::EntityKind;

/// `TYPE VALUE MESSAGE`.
std::optional<StatusStep> of_unit(const LogLine& line) {
  const auto first = line.text.find(' ');
  if (line.source != "status" || first == std::string::npos)
    return std::nullopt;
  const auto second = std::min(line.text.find(' ', first + 1), line.text.size());
  return StatusStep{line.time, line.text.substr(0, first),
                    line.text.substr(first + 1, second - first - 1),
                    line.text.substr(std::min(second + 1, line.text.size()))};
}

/// `... machine=3 status=started message="..." model=shop uuid=9f...`.
std::optional<StatusStep> of_other(const LogLine& line, const StatusQuestion& question) {
  if (line.source != "status" || !is_about(line, question.model))
    return std::nullopt;
  const std::string kind(store::word_of(question.kind));
  auto fields = log_fields(line.text);
  if (fields[kind] != question.name)
    return std::nullopt;
  return StatusStep{line.time, kind, fields["status"], fields["message"]};
}

bool is_wanted(const StatusStep& step, const StatusQuestion& question) {
  const auto& types = question.types;
  return step.time >= question.from
         && (types.empty() || std::find(types.begin(), types.end(), step.type) != types.end());
}

std::string log_of(const StatusQuestion& question) {
  if (question.kind != EntityKind::Unit)
    return "orrery.log";
  std::string name = "unit-" + question.name + ".log";
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

} // namespace

std::deque<StatusStep> read_status_log(const std::filesystem::path& logs,
                                       const StatusQuestion& question) {
  const std::string name = log_of(question);
  // The new one is opened first: what is rotated away meanwhile is then still read.
  LogStream now{logs / name};
  LogStream before{logs / (name + ".1")};
  std::deque<StatusStep> steps;
  std::map<std::string, std::string> last; // by type: what it said
  for (auto* log : {&before, &now})
    for (std::string text; std::getline(*log, text);) {
      if (text.find(" status: ") == std::string::npos)
        continue;
      const auto line = parse_log_line({}, text);
      auto step = question.kind == EntityKind::Unit ? of_unit(line) : of_other(line, question);
      if (!step)
        continue;
      const std::string said = step->status + " " + step->message;
      if (std::exchange(last[step->type], said) == said || !is_wanted(*step, question))
        continue;
      steps.push_back(std::move(*step));
      if (question.most != 0 && steps.size() > question.most)
        steps.pop_front();
    }
  return steps;
}

} // namespace orrery::cmd
