#include "cmd/arguments.hpp"
#include "cmd/suggestion.hpp"
#include "cmd/usage.hpp"
#include "cmd/verbs.hpp"

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
    EXPECT_NE(verb_help(verb).find("--model"), std::string::npos) << verb.name;
    EXPECT_NE(overview().find(verb.name), std::string::npos);
  }
}

TEST(Suggestion, only_what_is_near_is_suggested) {
  EXPECT_EQ(nearest("depoly", {"deploy", "status"}), "deploy");
  EXPECT_EQ(nearest("xyzzy", {"deploy", "status"}), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a'), {"deploy"}), "");
}

} // namespace
} // namespace orrery::cmd
