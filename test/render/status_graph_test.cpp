#include "cmd/views/render/status.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace {

using orrery::store::Life;
using orrery::test::documented_model;
using orrery::test::SampleModel;

std::string graph(const SampleModel& model, const std::vector<std::string>& selectors = {}) {
  orrery::render::StatusOptions options;
  options.format = orrery::render::StatusFormat::Graph;
  options.selectors = selectors;
  return orrery::render::status(model.contents, options).out;
}

TEST(StatusGraph, shows_every_entity_and_how_they_hang_together) {
  EXPECT_EQ(graph(documented_model()),
            R"(digraph "default" {
  rankdir=LR;
  "machine 0" [shape=box3d, color=darkgreen, label="machine 0\nstarted\n127.0.1.1"];
  "machine 1" [shape=box3d, color=darkgreen, label="machine 1\nstarted\n127.0.1.2"];
  "application logging" [shape=hexagon, color=darkgreen, label="logging\nactive"];
  "application mysql" [shape=box, color=darkgreen, label="mysql\nactive"];
  "unit mysql/0" [shape=ellipse, color=darkgreen, label="mysql/0*\nactive, idle"];
  "application mysql" -> "unit mysql/0" [arrowhead=none, style=dotted];
  "unit mysql/0" -> "machine 0" [arrowhead=none];
  "unit logging/0" [shape=ellipse, color=darkgreen, label="logging/0\nactive, idle"];
  "application logging" -> "unit logging/0" [arrowhead=none, style=dotted];
  "unit mysql/0" -> "unit logging/0" [arrowhead=diamond];
  "unit mysql/1" [shape=ellipse, color=darkgreen, label="mysql/1\nwaiting, executing"];
  "application mysql" -> "unit mysql/1" [arrowhead=none, style=dotted];
  "unit mysql/1" -> "machine 1" [arrowhead=none];
  "application mysql" -> "application mysql" [color=darkgreen, label="0: mysql:cluster\nmysql-ha"];
  "application logging" -> "application mysql" [color=darkgreen, style=dashed, label="1: logging:host mysql:juju-info\njuju-info"];
}
)");
}

TEST(StatusGraph, a_life_that_ends_has_a_colour_and_its_reason) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  model.contents.machines[0].life = Life::Dying;
  model.contents.units["web/0"].life = Life::Dead;
  const std::string out = graph(model);
  EXPECT_NE(out.find("color=orange, label=\"machine 0\\nstarted\\n127.0.1.1\\n"
                     "dying: still hosts web/0\""),
            std::string::npos)
    << out;
  EXPECT_NE(out.find("color=red, label=\"web/0\\nactive, idle\\ndead: waits for"),
            std::string::npos)
    << out;
}

TEST(StatusGraph, no_name_ends_its_quotes) {
  SampleModel model("a\"b\\c\n\x1b");
  EXPECT_TRUE(graph(model).starts_with(R"(digraph "a\"b\\c\\n\\x1b" {)")) << graph(model);
}

TEST(StatusGraph, shows_the_part_that_is_selected) {
  SampleModel model = documented_model();
  model.application("other");
  EXPECT_EQ(graph(model, {"mysql"}).find("other"), std::string::npos);
}

} // namespace
