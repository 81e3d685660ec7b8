// What is told to somebody who names something that is not there.
#include "cmd/views/render/missing.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace {

using orrery::protocol::Code;
using orrery::render::missing;
using orrery::render::near_name;
using orrery::render::no_relation;
using orrery::store::EntityKind;

struct Missing : testing::Test {
  Missing() {
    model.machine(0).application("db").application("web").unit("db/0", 0).unit("web/0", 0);
  }
  std::string told(EntityKind kind, const std::string& name) const {
    return missing(model.contents, kind, name);
  }
  orrery::test::SampleModel model;
};

TEST_F(Missing, the_nearest_name_is_told_two_letters_swapped_included) {
  EXPECT_EQ(told(EntityKind::Application, "wbe"),
            "application \"wbe\" not found; did you mean \"web\"?");
  EXPECT_EQ(told(EntityKind::Application, "dbb"),
            "application \"dbb\" not found; did you mean \"db\"?");
  EXPECT_EQ(told(EntityKind::Unit, "web/3"), "unit \"web/3\" not found; did you mean \"web/0\"?");
}

TEST_F(Missing, where_nothing_is_near_it_says_where_to_look) {
  EXPECT_EQ(told(EntityKind::Application, "postgresql"),
            "application \"postgresql\" not found: \"status\" lists what there is");
  EXPECT_EQ(told(EntityKind::Machine, "1"),
            "machine \"1\" not found: \"status\" lists what there is");
  EXPECT_EQ(told(EntityKind::Relation, "7"),
            "relation 7 not found: \"status --relations\" lists what there is");
}

TEST_F(Missing, a_name_that_can_be_none_is_told_how_to_write_one) {
  EXPECT_EQ(told(EntityKind::Unit, "db"),
            "invalid unit name \"db\": write APPLICATION/NUMBER, e.g. db/0");
  EXPECT_EQ(told(EntityKind::Machine, "x"), "invalid machine id \"x\": write its number, e.g. 3");
  EXPECT_TRUE(told(EntityKind::Application, "Web\x1b")
                .starts_with("invalid application name \"Web\\x1b\": use"));
}

TEST_F(Missing, a_name_that_is_there_is_near_to_nothing_else) {
  EXPECT_EQ(near_name(model.contents, EntityKind::Application, "db"), "");
  EXPECT_EQ(near_name(model.contents, EntityKind::Unit, "dbb/0"), "; did you mean \"db/0\"?");
}

TEST_F(Missing, of_a_relation_the_end_that_is_not_there_is_told) {
  const auto why = [&](Code code, const std::vector<std::string>& ends) {
    return no_relation(model.contents, {code, "no"}, ends);
  };
  EXPECT_EQ(why(Code::NotFound, {"db", "wbe"}), "no; did you mean \"web\"?");
  EXPECT_EQ(why(Code::NotFound, {"wbe:x", "db"}), "no; did you mean \"web:x\"?");
  EXPECT_EQ(why(Code::NoSuchEndpoint, {"db", "web:juju-inof"}),
            "no; did you mean \"web:juju-info\"?");
  EXPECT_EQ(why(Code::NotFound, {"db", "web"}), "no: \"status --relations\" lists what there is");
  EXPECT_EQ(why(Code::NotFound, {"9"}), "no: \"status --relations\" lists what there is");
  EXPECT_EQ(why(Code::Ambiguous, {"db", "wbe"}), "no");
}

} // namespace
