// The console's words that choose, repeat or take in other commands.
#include "cmd/conditions/deciding.hpp"
#include "cmd/console/captured.hpp"
#include "cmd/console/checking.hpp"
#include "cmd/console/interpreter.hpp"
#include "cmd/console/recorded.hpp"
#include "cmd/session/text_file.hpp"

#include <utility>

namespace orrery::cmd::console {

namespace {

constexpr int include_depth_max = 16;

} // namespace

int Interpreter::include(const Step& step) {
  if (depth_ == include_depth_max)
    return wrong(step, 1, "files include each other deeper than 16");
  const auto path = step.source.directory.empty()
                      ? session_.path(step.words[1])
                      : session_.path(step.source.directory / step.words[1]);
  const auto text = read_clients_file(session_, path, script_bytes_max);
  if (!text)
    return wrong(step, 1, text.error());
  const Taken taken{room_, text->size()};
  if (!taken.granted())
    return wrong(step, 1, Room::full);
  ++depth_;
  const auto exit = run_text({step.words[1], *text, path.parent_path()});
  --depth_;
  return exit;
}

int Interpreter::run_each(const Step& step, const std::function<bool()>& next) {
  int exit = Exit::Fine;
  while (next()) {
    if (session_.output->cancelled())
      return interrupted();
    const auto code = run_block(step.source, step.statement.block);
    if (code != Exit::Fine && !continue_on_error_)
      return code;
    if (exit == Exit::Fine)
      exit = code;
  }
  return exit;
}

int Interpreter::repeat(const Step& step) {
  const auto count = read_number(step.words[1]);
  if (!count)
    return wrong(step, 1, count.error());
  std::uint32_t done = 0;
  return run_each(step, [&] { return done++ < *count; });
}

int Interpreter::for_each(const Step& step) {
  const auto names = select(step.words[3]);
  if (!names)
    return wrong(step, 3, names.error());
  std::size_t done = 0;
  int kept = Exit::Fine;
  const auto exit = run_each(step, [&] {
    if (done == names->size())
      return false;
    kept = keep(step, 1, step.words[1], (*names)[done++]);
    return kept == Exit::Fine;
  });
  return kept == Exit::Fine ? exit : kept;
}

int Interpreter::run_if(const Step& step) {
  const auto condition = Condition::parse(step.words, 1, step.words.size());
  if (!condition)
    return wrong(step, condition.error().word.value_or(0), condition.error().text);
  const auto decided = decide(session_, *condition);
  if (!decided)
    return Exit::Failed;
  return run_block(step.source, decided->holds ? step.statement.block : step.statement.otherwise);
}

int Interpreter::expect_error(const Step& step) {
  const auto began = Clock::now();
  Captured captured{*session_.output};
  const auto code = [&] {
    const Diverted diverted{session_, captured};
    const auto outer_choice = std::exchange(continue_on_error_, false);
    // The script's own text must not be what is found: the line may hold the very words that are
    // expected.
    const auto outer_expecting = std::exchange(expecting_, true);
    const auto exit = run_block(step.source, step.statement.block);
    expecting_ = outer_expecting;
    continue_on_error_ = outer_choice;
    return exit;
  }();
  if (session_.output->cancelled())
    return interrupted();
  return recorded(step, began, [&] {
    if (code != Exit::Fine && captured.text().find(step.words[2]) != std::string::npos)
      return Exit::Fine;
    const auto text = "expected an error with \"" + step.words[2] + "\", but "
                      + (code == Exit::Fine ? "all went well" : "got this one:");
    session_.err("ERROR " + (expecting_ ? text + "\n" : describe(step.source, step.at(0), text)));
    session_.err(captured.text());
    return Exit::AssertFailed;
  });
}

} // namespace orrery::cmd::console
