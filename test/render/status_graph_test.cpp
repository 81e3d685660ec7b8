#include "cmd/views/render/status.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

#include <utility>

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
  std::string found = graph(documented_model());
  for (const auto& [word, text] : std::vector<std::pair<std::string, std::string>>{
         {"GREEN", "color=darkgreen, style=filled, fillcolor=palegreen, label="},
         {"GREY", "color=darkgreen, style=filled, fillcolor=lightgrey, label="}})
    for (auto at = found.find(text); at != std::string::npos; at = found.find(text))
      found.replace(at, text.size(), word);
  EXPECT_EQ(found, R"(digraph "default" {
  rankdir=LR;
  subgraph "cluster machine 0" {
  graph [style=rounded, color=darkgreen, label="machine 0\nstarted\n127.0.1.1"];
  "unit mysql/0" [shape=ellipse, GREEN"mysql/0*\nactive, idle"];
  "unit logging/0" [shape=ellipse, GREEN"logging/0\nactive, idle"];
  }
  subgraph "cluster machine 1" {
  graph [style=rounded, color=darkgreen, label="machine 1\nstarted\n127.0.1.2"];
  "unit mysql/1" [shape=ellipse, GREY"mysql/1\nwaiting, executing"];
  }
  "application logging" [shape=hexagon, GREEN"logging\nactive"];
  "application mysql" [shape=box, GREEN"mysql\nactive"];
  "application mysql" -> "unit mysql/0" [arrowhead=none, style=dotted];
  "application logging" -> "unit logging/0" [arrowhead=none, style=dotted];
  "unit mysql/0" -> "unit logging/0" [arrowhead=diamond];
  "application mysql" -> "unit mysql/1" [arrowhead=none, style=dotted];
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
  EXPECT_NE(
    out.find("color=red, style=filled, fillcolor=palegreen, label=\"web/0\\nactive, idle\\ndead: "),
    std::string::npos)
    << out;
}

TEST(StatusGraph, a_unit_whose_agent_failed_is_red_whatever_its_charm_said) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).workload("web/0", "active", "serves");
  model.contents.statuses["web/0"].agent = {"failed", "no notes", 1};
  const std::string out = graph(model);
  EXPECT_NE(out.find("fillcolor=red, fontcolor=white, label=\"web/0\\nactive, failed"),
            std::string::npos)
    << out;
}

TEST(StatusGraph, statuses_are_filled) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).unit("web/1", 0).unit("web/2", 0);
  model.workload("web/0", "error", "")
    .workload("web/1", "blocked", "")
    .workload("web/2", "waiting", "");
  const std::string out = graph(model);
  for (const char* filled :
       {"fillcolor=red, fontcolor=white, label=\"web/0", "fillcolor=orange, label=\"web/1",
        "fillcolor=lightgrey, label=\"web/2",
        "fillcolor=red, fontcolor=white, label=\"web\\nerror"})
    EXPECT_NE(out.find(filled), std::string::npos) << filled << "\n" << out;
}

TEST(StatusGraph, an_application_of_many_units_is_one_box) {
  SampleModel model;
  model.application("web").application("db").machine(0).unit("db/0", 0);
  for (orrery::store::MachineId id = 1; id <= 40; ++id)
    model.machine(id).unit("web/" + std::to_string(id), id);
  model.workload("web/7", "error", "");
  const std::string out = graph(model);
  EXPECT_NE(out.find("label=\"web\\nerror\\n40 units\\n1 error, 39 active\""), std::string::npos)
    << out;
  EXPECT_EQ(out.find("unit web/"), std::string::npos) << out;
  EXPECT_NE(out.find("\"unit db/0\""), std::string::npos) << out;
  EXPECT_NE(out.find("\"40 machines\\nthat hold no unit which is shown by itself\""),
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
