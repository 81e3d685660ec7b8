// The console's words that keep or print something: what Interpreter does beside running verbs.
#include "cmd/conditions/selector.hpp"
#include "cmd/console/checking.hpp"
#include "cmd/console/difference.hpp"
#include "cmd/console/interpreter.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

tl::expected<std::vector<std::string>, std::string>
Interpreter::select(const std::string& selector) const {
  const auto parsed = parse_selector(selector);
  if (!parsed)
    return tl::unexpected(parsed.error());
  if (session_.orchestrator == nullptr)
    return tl::unexpected(model_is_gone(session_));
  const auto contents = session_.orchestrator->named(parsed->tells());
  if (!contents)
    return tl::unexpected("cannot read the model: " + contents.error().text);
  std::vector<std::string> names;
  for (auto& entity : parsed->select(*contents))
    names.push_back(std::move(entity.name));
  return names;
}

int Interpreter::keep(const Step& step,
                      std::size_t word,
                      const std::string& name,
                      std::string value) {
  return variables_.set(name, std::move(value)) ? static_cast<int>(Exit::Fine)
                                                : wrong(step, word, Room::full);
}

int Interpreter::let(const Step& step) {
  const auto& words = step.words;
  if (!is_variable_name(words[1]))
    return wrong(step, 1, "\"" + words[1] + "\" is no variable's name: use letters, digits and _");
  if (given_.contains(words[1]))
    return Exit::Fine;
  if (words.size() == 4)
    return keep(step, 3, words[1], words[3]);
  if (words[3] != "pick" && words[3] != "count")
    return wrong(step, 4,
                 "too many words: quote a text with blanks, or write let NAME = pick SELECTOR or "
                 "count SELECTOR");
  const auto names = select(words[4]);
  if (!names)
    return wrong(step, 4, names.error());
  if (words[3] == "count")
    return keep(step, 1, words[1], std::to_string(names->size()));
  if (names->empty()) {
    const auto text = "there is nothing to pick: nothing fits " + words[4];
    session_.err("ERROR " + (expecting_ ? text + "\n" : describe(step.source, step.at(4), text)));
    return Exit::Failed;
  }
  return keep(step, 1, words[1], (*names)[random_() % names->size()]);
}

int Interpreter::set_seed(const Step& step, std::size_t word) {
  const auto seed = read_number(step.words[word]);
  if (!seed)
    return wrong(step, word, seed.error());
  random_.seed(*seed);
  return Exit::Fine;
}

int Interpreter::set(const Step& step) {
  const auto& words = step.words;
  const auto choice = [&](bool& setting, const std::string& on, const std::string& off) {
    if (words[2] != on && words[2] != off)
      return wrong(step, 2,
                   "unknown choice \"" + words[2] + "\"" + nearest_or_all(words[2], {off, on}));
    setting = words[2] == on;
    return static_cast<int>(Exit::Fine);
  };
  if (words[1] == "on-error")
    return choice(continue_on_error_, "continue", "stop");
  if (words[1] == "echo")
    return choice(echo_, "on", "off");
  if (words[1] == "seed")
    return set_seed(step, 2);
  if (words[1] != "timeout")
    return wrong(step, 1,
                 "unknown setting \"" + words[1] + "\""
                   + nearest_or_all(words[1], {"timeout", "on-error", "seed", "echo"}));
  const auto timeout = read_duration(words[2]);
  if (!timeout)
    return wrong(step, 2, timeout.error());
  session_.timeout = *timeout;
  return Exit::Fine;
}

int Interpreter::echo(const Step& step) {
  std::string line;
  for (std::size_t i = 1; i < step.words.size(); ++i)
    line += (i == 1 ? "" : " ") + step.words[i];
  session_.out(line + "\n");
  return Exit::Fine;
}

int Interpreter::save(const Step& step) {
  auto contents = read_model(session_);
  if (!contents)
    return Exit::Failed;
  const auto sequence = contents->sequence;
  if (const auto saved = snapshots_.save(step.words[2], std::move(*contents)); !saved)
    return wrong(step, 2, saved.error());
  session_.out("saved snapshot " + step.words[2] + " at seq=" + std::to_string(sequence) + "\n");
  return Exit::Fine;
}

tl::expected<Snapshots::Saved, std::string> Interpreter::snapshot(const std::string& name) const {
  if (name != "now")
    return snapshots_.find(name);
  auto contents = session_.orchestrator->contents();
  if (!contents)
    return tl::unexpected("cannot read the model: " + contents.error().text);
  return std::make_shared<const store::Contents>(std::move(*contents));
}

int Interpreter::diff(const Step& step) {
  const auto& words = step.words;
  const auto format = words.size() == 5 ? words[4] : std::string{"text"};
  if (words.size() == 4 || (format != "text" && format != "json"))
    return wrong(step, words.size() - 1, "expected text or json after --format");
  const auto before = snapshot(words[1]);
  if (!before)
    return wrong(step, 1, before.error());
  const auto after = snapshot(words[2]);
  if (!after)
    return wrong(step, 2, after.error());
  const auto found = differences(**before, **after);
  session_.out(format == "json" || recorder_->json() ? render::to_json(to_document(found))
                                                     : to_text(found));
  return Exit::Fine;
}

} // namespace orrery::cmd::console
