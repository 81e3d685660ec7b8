#include "cmd/views/render/history.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace {

using orrery::render::DataFormat;
using StoredKind = orrery::store::EntityKind;
using orrery::store::Life;
using orrery::store::LifeStep;
using orrery::test::at_ten;

const std::vector<LifeStep> life{
  {StoredKind::Unit, 0, "db/0", Life::Alive, false, {at_ten, "add-unit", 4}},
  {StoredKind::Unit, 0, "db/0", Life::Dying, false, {at_ten + 1'000, "evil\x1b", 12'345}},
  {StoredKind::Unit, 0, "db/0", Life::Dead, true, {at_ten + 2'000, "delete unit", 12'350}}};

TEST(History, is_a_table_with_what_it_became_when_and_why) {
  EXPECT_EQ(orrery::render::history_table(life, {true, {}}),
            R"(Became     Seq  Time                  Command
alive        4  2026-08-22 10:00:00Z  add-unit
dying    12345  2026-08-22 10:00:01Z  evil\x1b
removed  12350  2026-08-22 10:00:02Z  delete unit
)");
}

TEST(History, is_data_with_numbers_as_they_are) {
  EXPECT_EQ(orrery::render::history_document({life.front()}, DataFormat::Json),
            R"([{"became":"alive","since":1787392800000,"cause":"add-unit","sequence":4}])"
            "\n");
  LifeStep relation = life.front();
  relation.entity.kind = StoredKind::Relation;
  relation.entity.name = "web:db db:server";
  EXPECT_EQ(orrery::render::history_document({relation}, DataFormat::Yaml),
            "- became: alive\n  since: 1787392800000\n  cause: add-unit\n  sequence: 4\n"
            "  key: web:db db:server\n");
}

} // namespace
