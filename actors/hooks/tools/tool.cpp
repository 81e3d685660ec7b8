#include "actors/hooks/tools/tool.hpp"

#include "actors/hooks/tools/format.hpp"

namespace orrery::hooks {
namespace {

ToolDone error(int code, const std::string& text) {
  ToolDone outcome;
  outcome.reply.code = code;
  outcome.reply.error = "ERROR " + text + '\n';
  return outcome;
}

} // namespace

ToolDone done(std::vector<Effect> effects) {
  ToolDone outcome;
  outcome.effects = std::move(effects);
  return outcome;
}

ToolDone printed(const Task& task, const config::Data& value) {
  ToolDone outcome;
  const Format format = parse_format(task.flags.text("format")).value_or(Format::Smart);
  outcome.reply.output = formatted(value, format);
  outcome.reply.output_file = task.flags.text("o");
  return outcome;
}

ToolDone failed(const std::string& text) {
  return error(1, text);
}

ToolDone misused(const std::string& text) {
  return error(2, text);
}

ToolDone no_more_than(const Task& task, std::size_t most) {
  const std::vector<std::string>& given = task.flags.positional;
  if (given.size() <= most)
    return done();
  std::string extra = in_quotes(given[most]);
  for (std::size_t i = most + 1; i < given.size(); ++i)
    extra.append(" ").append(in_quotes(given[i]));
  return misused("unrecognized args: [" + extra + "]");
}

} // namespace orrery::hooks
