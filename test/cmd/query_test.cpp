#include "cmd/conditions/query_evaluation.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::query::Evaluation;
using cmd::query::Thing;
using cmd::query::World;

SampleModel two_databases() {
  SampleModel model;
  model.machine(0).application("db").unit("db/0", 0).unit("db/1", 0).workload("db/1", "waiting");
  return model;
}

/// Whether it holds, as a word, or the error.
std::string query_found(const SampleModel& model, const Thing& root, const std::string& text) {
  const auto query = cmd::query::parse(text);
  if (!query)
    return cmd::query::told(query.error(), text);
  const World world{model.contents};
  const auto holds = Evaluation{world, root, *query, text}.holds();
  return holds ? (*holds ? "true" : "false") : holds.error();
}

std::string of_db(const std::string& text) {
  return query_found(two_databases(), {Thing::Kind::Application, "db"}, text);
}

std::string why_not_of(const Thing& root, const std::string& text) {
  const auto model = two_databases();
  const auto query = cmd::query::parse(text);
  const World world{model.contents};
  Evaluation evaluation{world, root, *query, text};
  EXPECT_EQ(evaluation.holds(), false);
  return evaluation.why_not();
}

TEST(Query, CL17_operators_bind_as_in_juju) {
  for (const char* text :
       {R"(life=="alive" && name=='db')", R"(name=="x" || name=="db" && life=="alive")",
        R"((name=="db" || name=="x") && !exposed)", "len(units) >= 2 && len(units) < 3",
        R"(!(name=="x"))", "!!subordinate == subordinate", "1.5 > 1 && -1 < 0 && 2 == 2.0",
        R"(startsWith(charm-url, "local:") && endsWith(charm-url, "-0"))",
        R"(int("3") == 3 && int(true) == 1)", R"(name != "db\"" && "a" < "b")", "true"})
    EXPECT_EQ(of_db(text), "true") << text;
  for (const char* text : {R"(name=="x" && name=="db" || false)", "len(units) == 3", "exposed",
                           R"(name == 3)", R"(status=="active" && true)"})
    EXPECT_EQ(of_db(text), "false") << text;
}

TEST(Query, CL17_a_list_is_gone_through_and_reached_into) {
  EXPECT_EQ(of_db(R"(forEach(units, unit => unit.life=="alive"))"), "true");
  EXPECT_EQ(of_db(R"(forEach(units, u => u.workload-status=="active"))"), "false");
  EXPECT_EQ(of_db(R"(units["db/0"].workload-status=="active")"), "true");
  EXPECT_EQ(of_db(R"(units[1].workload-status=="waiting" && units[0].machine-id=="0")"), "true");
  EXPECT_EQ(
    query_found(two_databases(), {},
                R"(forEach(applications, a => forEach(a.units, u => u.application==a.name)))"),
    "true");
  EXPECT_EQ(query_found(two_databases(), {}, R"(config["test-mode"]=="false" && len(machines)==1)"),
            "true");
}

TEST(Query, CL18_none_of_nothing_is_waited_for) {
  const SampleModel empty;
  EXPECT_EQ(query_found(empty, {}, R"(forEach(applications, a => a.status=="active"))"), "true");
  EXPECT_EQ(query_found(empty, {}, "len(applications) > 0"), "false");
}

TEST(Query, CL18_what_does_not_hold_is_named) {
  EXPECT_EQ(why_not_of({Thing::Kind::Application, "db"}, R"(life=="alive" && len(units)==3)"),
            "len(units)==3: len(units) is 2");
  EXPECT_EQ(why_not_of({}, R"(life=="alive" && forEach(units, u => u.workload-status=="active"))"),
            R"(unit db/1: u.workload-status=="active": u.workload-status is "waiting")");
  EXPECT_EQ(why_not_of({Thing::Kind::Application, "db"}, R"(exposed || name=="x")"),
            R"(exposed is false; name=="x": name is "db")");
}

TEST(Query, CL19_what_is_no_query_is_told_with_its_place) {
  EXPECT_EQ(of_db(R"(life=="alive" && && true)"), "Cannot parse query: unexpected \"&&\"\n"
                                                  "life==\"alive\" && && true\n"
                                                  "                 ^\n");
  for (const char* text : {"", "(", "life==", "life = \"alive\"", "len(units", "\"open", "a.",
                           "a[1", "x => x", "1 2", "forEach(,)", "$"})
    EXPECT_EQ(of_db(text).find("Cannot parse query: "), 0U) << text << ": " << of_db(text);
  EXPECT_EQ(of_db(std::string(20'000, '(')).find("Cannot parse query: "), 0U);
  EXPECT_EQ(of_db(std::string(9'000, '(')).find("Cannot parse query: "), 0U);
  EXPECT_EQ(of_db(std::string(9'000, '!') + "true"), "true");
}

TEST(Query, CL19_unknown_names_and_values_that_do_not_fit_are_errors) {
  EXPECT_EQ(of_db(R"(statsu=="active")"),
            "unknown identifier \"statsu\" of an application; did you mean \"status\"?");
  EXPECT_NE(of_db("lenn(units)").find("unknown function \"lenn\""), std::string::npos);
  EXPECT_EQ(of_db("len()"), "len() takes 1 argument");
  EXPECT_NE(of_db("len(units) < name").find("have no order"), std::string::npos);
  EXPECT_NE(of_db("units[7].life").find("there are 2"), std::string::npos);
  EXPECT_EQ(of_db("int(name)==1"), "\"db\" is no whole number");
  EXPECT_NE(of_db("name.length").find("has no \"length\""), std::string::npos);
  EXPECT_NE(of_db("forEach(units, true)").find("forEach(units, unit =>"), std::string::npos);
}

TEST(Query, CL19_what_is_gone_is_dead) {
  const SampleModel model;
  const Thing gone{Thing::Kind::Unit, "db/7"};
  EXPECT_EQ(query_found(model, gone, R"(life=="dead")"), "true");
  EXPECT_EQ(query_found(model, gone, R"(workload-status=="active")"), "false");
}

} // namespace
} // namespace orrery::test
