#include "cmd/verbs/completion.hpp"

#include "cmd/verbs/candidates.hpp"
#include "cmd/verbs/keywords.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"

#include <algorithm>
#include <optional>

namespace orrery::cmd {

namespace {

constexpr std::size_t candidates_max = 1000;

/// One way to write a verb's positional words: what each stands for; the last may be repeated.
struct Form {
  std::vector<std::string> meant;
  bool repeats = false;
};

/// Takes help's own words apart: `APPLICATION [KEY | KEY=VALUE...]` are two forms.
std::vector<Form> forms_of(std::string_view arguments) {
  std::vector<Form> forms(1);
  while (!arguments.empty()) {
    const auto end = std::min(arguments.find(' '), arguments.size());
    std::string word{arguments.substr(0, end)};
    arguments.remove_prefix(std::min(end + 1, arguments.size()));
    if (word == "|") {
      forms.emplace_back();
      continue;
    }
    if (word.starts_with('['))
      word.erase(0, 1);
    if (word.ends_with(']') && word.find('[') == std::string::npos)
      word.pop_back();
    if (word.ends_with("...")) {
      word.resize(word.size() - 3);
      forms.back().repeats = true;
    }
    if (!word.empty())
      forms.back().meant.push_back(std::move(word));
  }
  return forms;
}

/// The place at the end of a command, one use.
class Ending {
public:
  Ending(const std::vector<std::string>& words,
         const store::Contents& contents,
         const std::vector<std::string>& components,
         const std::vector<std::string>& models)
    : words_{words}, place_{contents, components, words.back(), {}, {}, models} {
    if (words.size() > 2)
      place_.previous = words[words.size() - 2];
  }

  Completion complete(const Verb& verb) {
    const auto* open = look_at_words(verb);
    if (open != nullptr)
      fit(open->argument);
    else if (place_.begun.starts_with('-') && !only_words_)
      flags(verb);
    else
      operand(verb.arguments);
    return finish();
  }
  Completion complete(std::string_view keyword_form) {
    place_.operands.assign(words_.begin() + 1, words_.end() - 1);
    const auto first = keyword_form.find(' ');
    operand(first == std::string_view::npos ? "" : keyword_form.substr(first + 1));
    return finish();
  }

private:
  /// Reads all words but the last one. @returns the flag whose value that is to be.
  const Flag* look_at_words(const Verb& verb) {
    const std::vector<std::string> before{words_.begin(), words_.end() - 1};
    auto lexer = lexer_of(verb, before);
    const Flag* open = nullptr;
    while (auto lexed = lexer.next()) {
      if (lexed->kind == config::LexedFlag::Kind::Word)
        place_.operands.push_back(std::move(lexed->text));
      else if (lexed->kind == config::LexedFlag::Kind::Lacking)
        open = find_flag(verb, lexed->text);
    }
    only_words_ = lexer.only_words();
    return open;
  }

  void fit(const std::string& meant) {
    found_.files = found_.files || means_file(meant);
    for (auto& word : candidates(meant, place_))
      add(std::move(word));
  }

  void flags(const Verb& verb) {
    const auto equals = place_.begun.find('=');
    if (equals != std::string::npos) {
      const auto name = place_.begun.substr(0, equals);
      if (const auto* flag = find_flag(verb, name))
        for (const auto& value : candidates(flag->argument, place_))
          add(name + "=" + value);
      return;
    }
    for (const auto* all : {&verb.flags, &common_flags()})
      for (const auto& flag : *all)
        if (!flag.later)
          add(flag.name.size() == 1 ? "-" + flag.name : "--" + flag.name);
  }

  void operand(std::string_view arguments) {
    for (const auto& form : forms_of(arguments)) {
      const auto index = place_.operands.size();
      const auto& meant = form.meant;
      const auto condition = std::find(meant.begin(), meant.end(), "CONDITION");
      // A condition is several words.
      if (condition != meant.end() && index >= static_cast<std::size_t>(condition - meant.begin()))
        fit(*condition);
      else if (index < meant.size())
        fit(meant[index]);
      else if (form.repeats && !meant.empty())
        fit(meant.back());
    }
  }

  void add(std::string word) {
    if (word.starts_with(place_.begun))
      found_.candidates.push_back(std::move(word));
  }

  Completion finish() {
    auto& all = found_.candidates;
    std::sort(all.begin(), all.end(), store::natural_less);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > candidates_max)
      all.resize(candidates_max);
    return std::move(found_);
  }

  const std::vector<std::string>& words_;
  Place place_;
  bool only_words_ = false;
  Completion found_;
};

} // namespace

Completion complete(const std::vector<std::string>& words,
                    const store::Contents& contents,
                    const std::vector<std::string>& components,
                    const std::vector<std::string>& models) {
  if (words.empty())
    return {};
  if (words.size() == 1) {
    static const Verb any = [] {
      Verb verb;
      verb.arguments = "VERB";
      return verb;
    }();
    const std::vector<std::string> line{"", words[0]};
    return Ending{line, contents, components, models}.complete(any);
  }
  if (const auto* verb = find_verb(words[0]))
    return Ending{words, contents, components, models}.complete(*verb);
  if (const auto* keyword = console::find_keyword(words[0]))
    return Ending{words, contents, components, models}.complete(keyword->form);
  return {};
}

} // namespace orrery::cmd
