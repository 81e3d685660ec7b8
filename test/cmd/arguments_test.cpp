#include "cmd/console/parser.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/usage.hpp"
#include "cmd/verbs/verbs.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::cmd {
namespace {

tl::expected<Arguments, UsageError> parse(const std::vector<std::string>& words) {
  return parse_arguments(*find_verb(words[0]), words);
}

TEST(Arguments, flags_may_stand_anywhere) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"deploy", "-n", "3", "./a", "x"},
                                             {"deploy", "./a", "-n3", "x"},
                                             {"deploy", "./a", "x", "--num-units=3"},
                                             {"deploy", "./a", "--num-units", "3", "--", "x"}}) {
    const auto arguments = parse(words);
    ASSERT_TRUE(arguments) << arguments.error().text;
    EXPECT_EQ(arguments->number("num-units"), 3U);
    EXPECT_EQ(arguments->words, (std::vector<std::string>{"./a", "x"}));
  }
}

TEST(Arguments, a_switch_takes_a_value_by_equals_only) {
  EXPECT_FALSE(parse({"resolved", "--all=False"})->on("all"));
  EXPECT_TRUE(parse({"resolved", "--all=true"})->on("all"));
  EXPECT_EQ(parse({"resolved", "--all", "false"})->words, std::vector<std::string>{"false"});
  EXPECT_EQ(parse({"resolved", "--all=maybe"}).error().text,
            "invalid value \"maybe\" for flag --all: write true or false");
}

TEST(Arguments, letters_may_stand_together_and_have_one_dash) {
  const auto arguments = parse({"add-unit", "-yn=3", "db"});
  ASSERT_TRUE(arguments) << arguments.error().text;
  EXPECT_TRUE(arguments->on("yes"));
  EXPECT_EQ(arguments->number("num-units"), 3U);
  EXPECT_EQ(parse({"add-unit", "db", "-m", "-n"})->text("model"), "-n") << "whatever it is";
  EXPECT_EQ(parse({"add-unit", "-", "--", "-y"}).error().word, 3U) << "a lone dash is a word";
  const auto error = [](const std::string& word) { return parse({"add-unit", word}).error().text; };
  EXPECT_EQ(error("-y=true").find("flag provided but not defined: -="), 0U);
  EXPECT_EQ(error("--n=3").find("flag provided but not defined: --n"), 0U);
  EXPECT_EQ(error("-yz").find("flag provided but not defined: -z"), 0U);
}

TEST(Arguments, every_verb_takes_what_jubilant_sends) {
  for (const auto& verb : verbs()) {
    std::vector<std::string> words{verb.name, "--model", "default", "--no-prompt"};
    words.resize(words.size() + verb.words_min, "x");
    EXPECT_TRUE(parse(words)) << verb.name;
  }
}

TEST(Arguments, an_error_tells_the_word_and_the_remedy) {
  const auto unknown = parse({"deploy", "./a", "--num-unit", "3"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().word, 2U);
  EXPECT_EQ(unknown.error().text,
            "flag provided but not defined: --num-unit; did you mean \"--num-units\"?");
  EXPECT_EQ(parse({"add-unit", "db", "-n"}).error().text, "flag needs an argument: -n N");
  EXPECT_EQ(parse({"add-unit", "db", "-n", "-1"}).error().word, 3U);
  EXPECT_FALSE(parse({"add-unit", "db", "-n", "99999999999"}));
  EXPECT_EQ(parse({"add-unit", "db", "web"}).error().word, 2U);
  EXPECT_FALSE(parse({"add-unit"}));
}

TEST(Verbs, names_are_unique_and_each_verb_has_a_handler_and_help) {
  std::set<std::string> seen;
  for (const auto& name : verb_names())
    EXPECT_TRUE(seen.insert(name).second) << name;
  for (const auto& verb : verbs()) {
    EXPECT_NE(verb.handler, nullptr) << verb.name;
    EXPECT_FALSE(verb.summary.empty()) << verb.name;
    EXPECT_EQ(verb_help(verb, "orrery").find("--model") != std::string::npos, !verb.later)
      << verb.name;
    EXPECT_EQ(overview("orrery").find(" " + verb.name) != std::string::npos, !verb.hidden)
      << verb.name;
  }
}

TEST(Verbs, each_has_examples_and_they_are_right) {
  for (const auto& verb : verbs()) {
    EXPECT_EQ(verb.examples.empty(), verb.later) << verb.name;
    for (const auto& example : verb.examples) {
      const auto script = console::parse(example);
      ASSERT_TRUE(script) << example << ": " << script.error().text;
      std::vector<std::string> words;
      for (const auto& word : script->front().words)
        words.push_back(word.literal());
      EXPECT_EQ(find_verb(words[0]), &verb) << example;
      const auto arguments = parse(words);
      EXPECT_TRUE(arguments) << example << ": " << arguments.error().text;
    }
  }
}

TEST(Verbs, flags_are_unique_in_each_verb) {
  for (const auto& verb : verbs()) {
    std::set<std::string> names;
    std::set<char> letters;
    for (const auto* flags : {&verb.flags, &common_flags()})
      for (const auto& flag : *flags) {
        EXPECT_TRUE(names.insert(flag.name).second) << verb.name << " --" << flag.name;
        EXPECT_TRUE(flag.letter == '\0' || letters.insert(flag.letter).second)
          << verb.name << " -" << flag.letter;
        EXPECT_EQ(flag.kind == Flag::Kind::Switch, flag.argument.empty())
          << verb.name << " --" << flag.name;
      }
  }
}

TEST(Help, says_what_a_selector_is_how_many_words_are_taken_and_what_the_console_knows) {
  const auto of = [](const std::string& name) { return verb_help(*find_verb(name), "orrery"); };
  EXPECT_NE(of("status").find("A SELECTOR is one of these"), std::string::npos);
  EXPECT_NE(of("remove-unit").find("It takes up to 100000 words."), std::string::npos);
  EXPECT_EQ(of("expose").find("It takes up to 1 "), std::string::npos);
  EXPECT_NE(overview("orrery").find("\n  repeat N { ... }\n"), std::string::npos);
}

TEST(Suggestion, only_what_is_near_is_suggested) {
  EXPECT_EQ(nearest("depoly", {"deploy", "status"}), "deploy");
  EXPECT_EQ(nearest("xyzzy", {"deploy", "status"}), "");
  EXPECT_EQ(nearest("stat", {"status", "show-status-log", "status-log"}), "status") << "begun";
  EXPECT_EQ(nearest("st", {"status"}), "") << "may be the beginning of anything";
  EXPECT_EQ(nearest(std::string(100'000, 'a'), {"deploy"}), "");
}

} // namespace
} // namespace orrery::cmd
