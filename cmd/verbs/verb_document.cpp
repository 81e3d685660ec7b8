#include "cmd/verbs/verb_document.hpp"

#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

const char* word_of(Flag::Kind kind) {
  switch (kind) {
  case Flag::Kind::Switch:
    return "switch";
  case Flag::Kind::Text:
    return "text";
  case Flag::Kind::Number:
    return "number";
  }
  return "text";
}

const char* word_of_right(const Verb& verb) {
  if (!verb.right)
    return "";
  switch (*verb.right) {
  case Right::Login:
    return "login";
  case Right::Read:
    return "read";
  case Right::Write:
    return "write";
  case Right::Admin:
    return "admin";
  case Right::Superuser:
    return "superuser";
  }
  return "";
}

Document list_of(const std::vector<std::string>& words) {
  auto list = Document::list();
  for (const auto& word : words)
    list.push(word);
  return list;
}

Document flag_document(const Flag& flag) {
  auto document = Document::map();
  document.add("name", flag.name);
  if (flag.letter != '\0')
    document.add("letter", std::string{flag.letter});
  document.add("kind", word_of(flag.kind))
    .add_text("argument", flag.argument)
    .add("help", flag.help)
    .add("ignored", flag.ignored)
    .add("later", flag.later);
  return document;
}

Document list_of(const std::vector<Flag>& flags) {
  auto list = Document::list();
  for (const auto& flag : flags)
    list.push(flag_document(flag));
  return list;
}

} // namespace

Document verb_document(const Verb& verb) {
  auto document = Document::map();
  document.add("name", verb.name)
    .add("aliases", list_of(verb.aliases))
    .add("arguments", verb.arguments)
    .add("summary", verb.summary)
    .add("words-min", static_cast<std::uint32_t>(verb.words_min))
    .add("words-max", static_cast<std::uint32_t>(verb.words_max))
    .add("flags", list_of(verb.flags))
    .add("examples", list_of(verb.examples))
    .add_text("right", word_of_right(verb))
    .add("local", verb.local)
    .add("hidden", verb.hidden)
    .add("later", verb.later);
  return document;
}

Document table_document() {
  auto all = Document::list();
  for (const auto& verb : verbs())
    all.push(verb_document(verb));
  auto document = Document::map();
  document.add("flags", list_of(common_flags())).add("verbs", std::move(all));
  return document;
}

} // namespace orrery::cmd
