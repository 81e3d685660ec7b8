#include "actors/hooks/tools/flags.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

const std::vector<Flag> known{{{"r", "relation"}, false, "", "relation"},
                              {{"a", "all"}, true, "", "all"},
                              {{"app"}, true, "", "application"},
                              {{"format"}, false, "smart", "format"}};

using Words = std::vector<std::string>;

struct Good {
  Words arguments;
  std::string relation;
  bool all;
  bool app;
  std::string format;
  Words positional;
};

TEST(Flags, are_read_wherever_they_stand) {
  const std::vector<Good> cases{
    {{}, "", false, false, "smart", {}},
    {{"-r", "db:1", "x"}, "db:1", false, false, "smart", {"x"}},
    {{"-rdb:1"}, "db:1", false, false, "smart", {}},
    {{"-r=db:1"}, "db:1", false, false, "smart", {}},
    {{"--r", "1"}, "1", false, false, "smart", {}},
    {{"--relation=1"}, "1", false, false, "smart", {}},
    {{"-ar", "1"}, "1", true, false, "smart", {}},
    {{"-ar1"}, "1", true, false, "smart", {}},
    {{"--all=False"}, "", false, false, "smart", {}},
    {{"-a=False"}, "", false, false, "smart", {}},
    {{"--all", "--all=0"}, "", false, false, "smart", {}},
    {{"--app=True"}, "", false, true, "smart", {}},
    {{"key", "--app", "unit/0", "--format", "json"}, "", false, true, "json", {"key", "unit/0"}},
    {{"--format=json", "-", "-r", "2"}, "2", false, false, "json", {"-"}},
    {{"--app", "--", "--all", "-x"}, "", false, true, "smart", {"--all", "-x"}},
    {{"--", ""}, "", false, false, "smart", {""}},
    {{"--format=a=b"}, "", false, false, "a=b", {}},
    {{"--format="}, "", false, false, "", {}},
    {{"-r", "--all"}, "--all", false, false, "smart", {}},
  };
  for (const Good& good : cases) {
    SCOPED_TRACE(testing::PrintToString(good.arguments));
    const auto flags = parse_flags(known, good.arguments);
    ASSERT_TRUE(flags) << flags.error();
    EXPECT_EQ(flags->text("r"), good.relation);
    EXPECT_EQ(flags->on("a"), good.all);
    EXPECT_EQ(flags->on("app"), good.app);
    EXPECT_EQ(flags->text("format"), good.format);
    EXPECT_EQ(flags->positional, good.positional);
    EXPECT_FALSE(flags->help);
  }
}

TEST(Flags, name_what_is_wrong) {
  const std::vector<std::pair<Words, std::string>> cases{
    {{"--nonsense"}, "option provided but not defined: --nonsense"},
    {{"-x"}, "option provided but not defined: -x"},
    {{"-ax"}, "option provided but not defined: -x"},
    {{"--nonsense=1"}, "option provided but not defined: --nonsense"},
    {{"--format"}, "option needs an argument: --format"},
    {{"-r"}, "option needs an argument: -r"},
    {{"--app=maybe"}, "invalid value \"maybe\" for option --app: expected true or false"},
  };
  for (const auto& [arguments, text] : cases) {
    const auto flags = parse_flags(known, arguments);
    ASSERT_FALSE(flags) << testing::PrintToString(arguments);
    EXPECT_EQ(flags.error(), text);
  }
}

TEST(Flags, ask_for_help) {
  EXPECT_TRUE(parse_flags(known, {"--help"})->help);
  EXPECT_TRUE(parse_flags(known, {"key", "-h"})->help);
  EXPECT_FALSE(parse_flags(known, {"--", "--help"})->help);
  EXPECT_FALSE(parse_flags(known, {"-r", "--help"})->help);
}

} // namespace
} // namespace orrery::hooks
