#include "config/flag_lexer.hpp"

#include <gtest/gtest.h>

namespace orrery::config {
namespace {

using LexerWords = std::vector<std::string>;

FlagKind known_to_lexer(std::string_view flag) {
  if (flag == "-a" || flag == "-b" || flag == "--all")
    return FlagKind::Switch;
  return flag == "-n" || flag == "--num" ? FlagKind::Value : FlagKind::Unknown;
}

std::string lexed_token(const LexedFlag& lexed) {
  constexpr std::string_view letters[] = {"", "", "?", "!"};
  std::string text = lexed.text + std::string(letters[static_cast<std::size_t>(lexed.kind)]);
  if (lexed.kind == LexedFlag::Kind::Word)
    text = "<" + text + ">";
  if (lexed.value)
    text += "(" + *lexed.value + ")";
  return text;
}

/// Returns all that is read: `<word>`, `-a`, `-n(3)`, an unknown `-x?`, `-n!` without a value.
std::string lexed_text(const LexerWords& words, FlagDialect dialect = {}) {
  FlagLexer lexer(words, 0, dialect, known_to_lexer);
  std::string text;
  while (const auto lexed = lexer.next())
    text += (text.empty() ? "" : " ") + lexed_token(*lexed);
  return text;
}

TEST(FlagLexer, reads_flags_wherever_they_stand) {
  EXPECT_EQ(lexed_text({}), "");
  EXPECT_EQ(lexed_text({"x", "-a", "y", "--all"}), "<x> -a <y> --all");
  EXPECT_EQ(lexed_text({"-n", "3", "-n3", "-n=3", "--num", "3", "--num=3"}),
            "-n(3) -n(3) -n(3) --num(3) --num(3)");
  EXPECT_EQ(lexed_text({"-abn3", "-abn", "3"}), "-a -b -n(3) -a -b -n(3)");
  EXPECT_EQ(lexed_text({"--num=a=b", "--num=", "-n="}), "--num(a=b) --num() -n()");
  EXPECT_EQ(lexed_text({"--all=false"}), "--all(false)");
  EXPECT_EQ(lexed_text({"-n", "--all", "-n", "--"}), "-n(--all) -n(--)")
    << "values, whatever they are";
}

TEST(FlagLexer, reads_words_behind_two_dashes_and_a_lone_dash_as_one) {
  EXPECT_EQ(lexed_text({"-", "", "--", "-a", "--", "--num"}), "<-> <> <-a> <--> <--num>");
  EXPECT_EQ(lexed_text({"-a", "x", "-b", "--", "y"}, {.first_word_ends = true}),
            "-a <x> <-b> <--> <y>");
  EXPECT_EQ(lexed_text({"-a", "--", "-b"}, {.first_word_ends = true}), "-a <-b>");
}

TEST(FlagLexer, tells_of_unknown_flags_and_of_those_without_their_value) {
  EXPECT_EQ(lexed_text({"-x", "--all2=1", "--n", "---"}), "-x? --all2? --n? ---?");
  EXPECT_EQ(lexed_text({"-axb"}), "-a -x? -b") << "whoever passes it over goes on behind it";
  EXPECT_EQ(lexed_text({"--=1"}), "--?");
  EXPECT_EQ(lexed_text({"-an"}), "-a -n!");
  EXPECT_EQ(lexed_text({"x", "--num"}), "<x> --num!");
}

TEST(FlagLexer, reads_as_other_programs_do) {
  EXPECT_EQ(lexed_text({"-a=false"}), "-a -=? -f? -a -l? -s? -e?");
  EXPECT_EQ(lexed_text({"-ba=false", "-n=3"}, {.switches_equals = true}), "-b -a(false) -n(3)");
  EXPECT_EQ(lexed_text({"-n=3", "--num=3"}, {.letters_equals = false}), "-n(=3) --num(3)");
  EXPECT_EQ(lexed_text({"--an", "3", "--"}, {.long_names = false}), "--? -a -n(3)");
}

TEST(FlagLexer, tells_the_words_that_a_flag_stands_in) {
  const LexerWords words{"verb", "-an", "3", "--", "x"};
  FlagLexer lexer(words, 1, {}, known_to_lexer);
  const auto places = [&] {
    const auto lexed = lexer.next();
    return std::pair(lexed->first, lexed->last);
  };
  EXPECT_EQ(places(), std::pair(1UL, 1UL));
  EXPECT_EQ(places(), std::pair(1UL, 2UL));
  EXPECT_FALSE(lexer.only_words());
  EXPECT_EQ(places(), std::pair(4UL, 4UL));
  EXPECT_TRUE(lexer.only_words());
  EXPECT_FALSE(lexer.next());
}

} // namespace
} // namespace orrery::config
