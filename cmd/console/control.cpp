// The keywords of the console: what Interpreter does beside running verbs.
#include "cmd/console/captured.hpp"
#include "cmd/console/duration.hpp"
#include "cmd/console/interpreter.hpp"
#include "cmd/console/selector.hpp"
#include "cmd/suggestion.hpp"
#include "cmd/text_file.hpp"

#include <algorithm>
#include <utility>

namespace orrery::cmd::console {

namespace {

constexpr int include_depth_max = 16;
constexpr std::uint64_t script_bytes_max = 16 << 20;

bool is_variable_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

} // namespace

tl::expected<std::vector<std::string>, std::string>
Interpreter::select(const std::string& selector) const {
  const auto parsed = parse_selector(selector);
  if (!parsed)
    return tl::unexpected{parsed.error()};
  const auto contents = session_.orchestrator->contents();
  if (!contents)
    return tl::unexpected{"cannot read the model: " + contents.error().text};
  std::vector<std::string> names;
  for (auto& entity : parsed->select(*contents))
    names.push_back(std::move(entity.name));
  return names;
}

int Interpreter::let(const Source& source,
                     const Statement& statement,
                     const std::vector<std::string>& words) {
  const auto& at = statement.words;
  if (!is_variable_name(words[1]))
    return wrong(source, at[1].at,
                 "\"" + words[1] + "\" is no variable's name: use letters, digits and _");
  if (words.size() == 4) {
    variables_[words[1]] = words[3];
    return Exit::Fine;
  }
  if (words[3] != "pick" && words[3] != "count")
    return wrong(source, at[4].at,
                 "too many words: quote a text with blanks, or write let NAME = pick SELECTOR or "
                 "count SELECTOR");
  const auto names = select(words[4]);
  if (!names)
    return wrong(source, at[4].at, names.error());
  if (words[3] == "count") {
    variables_[words[1]] = std::to_string(names->size());
    return Exit::Fine;
  }
  if (names->empty()) {
    session_.err(
      "ERROR " + describe(source, at[4].at, "there is nothing to pick: nothing fits " + words[4]));
    return Exit::Failed;
  }
  variables_[words[1]] = (*names)[random_() % names->size()];
  return Exit::Fine;
}

int Interpreter::set(const Source& source,
                     const Statement& statement,
                     const std::vector<std::string>& words) {
  const auto& at = statement.words;
  if (words[1] == "timeout") {
    const auto timeout = parse_duration(words[2]);
    if (!timeout)
      return wrong(source, at[2].at,
                   "wrong duration \"" + words[2] + "\": write for example 500ms, 30s, 10m or 1h");
    session_.timeout = *timeout;
  } else if (words[1] == "on-error") {
    if (words[2] != "stop" && words[2] != "continue")
      return wrong(source, at[2].at,
                   "unknown choice \"" + words[2] + "\""
                     + nearest_hint(words[2], {"stop", "continue"}) + " Write stop or continue.");
    continue_on_error_ = words[2] == "continue";
  } else if (words[1] == "seed") {
    const auto seed = store::parse_id(words[2]);
    if (!seed)
      return wrong(source, at[2].at, "\"" + words[2] + "\" is no whole number");
    random_.seed(*seed);
  } else {
    return wrong(source, at[1].at,
                 "unknown setting \"" + words[1] + "\""
                   + nearest_hint(words[1], {"timeout", "on-error", "seed"})
                   + " There are timeout, on-error and seed.");
  }
  return Exit::Fine;
}

int Interpreter::include(const Source& source,
                         const Statement& statement,
                         const std::vector<std::string>& words) {
  const auto& at = statement.words[1].at;
  if (depth_ == include_depth_max)
    return wrong(source, at, "files include each other deeper than 16");
  const auto text = read_text_file(session_.path(words[1]), script_bytes_max);
  if (!text)
    return wrong(source, at, text.error());
  ++depth_;
  const auto exit = run({words[1], *text});
  --depth_;
  return exit;
}

int Interpreter::repeat(const Source& source,
                        const Statement& statement,
                        const std::vector<std::string>& words) {
  const auto count = store::parse_id(words[1]);
  if (!count)
    return wrong(source, statement.words[1].at, "\"" + words[1] + "\" is no whole number");
  int exit = Exit::Fine;
  for (std::uint32_t i = 0; i < *count; ++i) {
    if (session_.output->cancelled())
      return session_.fail("interrupted");
    const auto code = run_block(source, statement.block);
    if (code != Exit::Fine && !continue_on_error_)
      return code;
    if (exit == Exit::Fine)
      exit = code;
  }
  return exit;
}

int Interpreter::for_each(const Source& source,
                          const Statement& statement,
                          const std::vector<std::string>& words) {
  const auto names = select(words[3]);
  if (!names)
    return wrong(source, statement.words[3].at, names.error());
  int exit = Exit::Fine;
  for (const auto& name : *names) {
    if (session_.output->cancelled())
      return session_.fail("interrupted");
    variables_[words[1]] = name;
    const auto code = run_block(source, statement.block);
    if (code != Exit::Fine && !continue_on_error_)
      return code;
    if (exit == Exit::Fine)
      exit = code;
  }
  return exit;
}

int Interpreter::expect_error(const Source& source,
                              const Statement& statement,
                              const std::vector<std::string>& words) {
  Captured captured{*session_.output};
  auto* const outer = std::exchange(session_.output, &captured);
  const auto outer_choice = std::exchange(continue_on_error_, false);
  // The script's own text must not be what is found: the line may hold the very words that are
  // expected.
  const auto outer_expecting = std::exchange(expecting_, true);
  const auto code = run_block(source, statement.block);
  expecting_ = outer_expecting;
  session_.output = outer;
  continue_on_error_ = outer_choice;
  if (session_.output->cancelled())
    return session_.fail("interrupted");
  if (code != Exit::Fine && captured.text().find(words[2]) != std::string::npos)
    return Exit::Fine;
  const auto text = code == Exit::Fine
                      ? "expected an error with \"" + words[2] + "\", but all went well"
                      : "expected an error with \"" + words[2] + "\", but got this one:";
  session_.err("ERROR " + describe(source, statement.words[0].at, text));
  session_.err(captured.text());
  return Exit::AssertFailed;
}

} // namespace orrery::cmd::console
