#include "test/render/tabular.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using orrery::render::Output;
using orrery::store::Life;
using orrery::store::RelationStatus;
using orrery::test::at_ten;
using orrery::test::documented_model;
using orrery::test::line;
using orrery::test::SampleModel;
using orrery::test::shown;

TEST(StatusTabular, is_laid_out_as_documented) {
  const Output output = shown(documented_model(), true);
  EXPECT_EQ(output.out, R"(Model    Controller  Cloud/Region  Version  Timestamp
default  orrery      local         3.6.1    10:00:00Z

App      Version  Status  Scale  Charm    Channel  Rev  Exposed  Message
logging           active      1  logging             0  no       
mysql    8.0      active      2  mysql               0  no       

Unit         Workload  Agent      Machine  Public address  Ports     Message
mysql/0*     active    idle       0        127.0.1.1       3306/tcp  
  logging/0  active    idle                127.0.1.1                 
mysql/1      waiting   executing  1        127.0.1.2                 (install) installing

Machine  State    Address    Inst id  Base       AZ  Message
0        started  127.0.1.1  sb-0     debian@12      running
1        started  127.0.1.2  sb-1     debian@12      running

Integration provider  Requirer       Interface  Type         Message
mysql:cluster         mysql:cluster  mysql-ha   peer         
mysql:juju-info       logging:host   juju-info  subordinate  
)");
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(output.code, 0);
}

TEST(StatusTabular, shows_relations_only_when_asked) {
  EXPECT_EQ(shown(documented_model()).out.find("Integration provider"), std::string::npos);
}

TEST(StatusTabular, an_empty_model_says_so) {
  const Output output = shown(SampleModel("blue"));
  EXPECT_EQ(output.out, "Model  Controller  Cloud/Region  Version  Timestamp\n"
                        "blue   orrery      local         3.6.1    10:00:00Z\n");
  EXPECT_EQ(output.err, "Model \"blue\" is empty.\n");
  EXPECT_EQ(output.code, 0);
}

TEST(StatusTabular, a_model_with_its_first_machine_is_not_empty) {
  SampleModel model;
  model.machine(0).contents.machines[0].manage_model = true;
  EXPECT_EQ(shown(model).err, "");
  EXPECT_NE(shown(model).out.find("\n0        started"), std::string::npos);
}

TEST(StatusTabular, an_application_without_units_is_unknown) {
  EXPECT_EQ(line(shown(SampleModel{}.application("web")).out, "web"),
            "web           unknown      0  web               0  no");
}

TEST(StatusTabular, sorts_names_naturally) {
  SampleModel model;
  model.machine(0).application("web").unit("web/10", 0).unit("web/2", 0);
  const std::string out = shown(model).out;
  EXPECT_LT(out.find("\nweb/2 "), out.find("\nweb/10 "));
}

TEST(StatusTabular, an_application_takes_the_most_severe_status_of_its_units) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).unit("web/1", 0).unit("web/2", 0);
  model.workload("web/1", "blocked", "no database").workload("web/2", "waiting", "for web/1");
  EXPECT_EQ(line(shown(model).out, "web "),
            "web           blocked      3  web               0  no       no database");
  model.contents.applications["web"].status = {"active", "all well", at_ten};
  EXPECT_EQ(line(shown(model).out, "web "),
            "web           active      3  web               0  no       all well");
}

TEST(StatusTabular, scale_counts_ready_units_against_all) {
  SampleModel model;
  model.machine(0)
    .application("web")
    .unit("web/0", 0)
    .unit("web/1", 0)
    .agent("web/1", "allocating");
  EXPECT_NE(line(shown(model).out, "web ").find("  1/2  web"), std::string::npos);
}

TEST(StatusTabular, a_large_model_begins_with_how_many_are_in_which_status) {
  SampleModel model;
  model.machine(0).application("web");
  for (int i = 0; i < 100; ++i)
    model.unit("web/" + std::to_string(i), 0);
  EXPECT_TRUE(shown(model).out.starts_with("Model ")) << "100 are not many";
  model.unit("web/100", 0).workload("web/7", "error", "").workload("web/8", "waiting", "");
  EXPECT_TRUE(shown(model).out.starts_with("101 units: 1 error, 1 waiting, 99 active\n"
                                           "1 machine: 1 started\n"))
    << shown(model).out.substr(0, 200);
}

TEST(StatusTabular, W6_a_lost_agent_shows_as_lost_with_when_it_was_seen) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).agent("web/0", "lost");
  model.contents.statuses["web/0"].last_seen = at_ten - 60'000;
  EXPECT_EQ(line(shown(model).out, "web/0"), "web/0  unknown   lost   0        127.0.1.1           "
                                             "   agent lost, last seen 22 Aug 2026 09:59:00Z");
  model.workload("web/0", "error", "hook failed");
  EXPECT_EQ(line(shown(model).out, "web/0"),
            "web/0  error     lost   0        127.0.1.1              hook failed");
}

TEST(StatusTabular, a_failed_agent_says_why_before_what_the_charm_said) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).workload("web/0", "active", "serves");
  model.contents.statuses["web/0"].agent = {"failed", "machine 0 is not started", at_ten};
  const std::string row = line(shown(model).out, "web/0");
  EXPECT_TRUE(row.ends_with("agent failed: machine 0 is not started; serves")) << row;
}

TEST(StatusTabular, A19_what_a_unit_runs_stands_before_its_message) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).workload("web/0", "active", "serves");
  const auto message = [&model](const std::string& agent) {
    model.agent("web/0", "executing", agent);
    const std::string row = line(shown(model).out, "web/0");
    return row.substr(std::min(row.find('('), row.size()));
  };
  EXPECT_EQ(message("running action backup"), "(backup) serves");
  EXPECT_EQ(message("running action juju-exec"), "(juju-exec) serves");
  EXPECT_EQ(message("running action backup in a debug session of ann"),
            "(backup, debugged by ann) serves");
  EXPECT_EQ(message("running start hook"), "(start) serves");
  EXPECT_EQ(message("starting"), "") << "no program runs";
}

TEST(StatusTabular, a_unit_without_machine_or_report_waits) {
  SampleModel model;
  model.application("web").unit("web/0", 0);
  model.contents.units["web/0"].assigned = false;
  model.contents.statuses.clear();
  EXPECT_EQ(line(shown(model).out, "web/0"),
            "web/0  waiting   allocating                                  waiting for machine");
}

TEST(StatusTabular, a_unit_whose_machine_has_started_waits_for_its_agent) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  model.workload("web/0", "waiting", "waiting for machine").agent("web/0", "allocating");
  EXPECT_NE(line(shown(model).out, "web/0").find("installing agent"), std::string::npos);
  model.contents.machines[0].status.value = "pending";
  EXPECT_NE(line(shown(model).out, "web/0").find("waiting for machine"), std::string::npos);
  model.contents.machines[0].status.value = "started";
  model.agent("web/0", "failed");
  EXPECT_NE(line(shown(model).out, "web/0").find("waiting for machine"), std::string::npos)
    << "it is not being installed any more";
}

TEST(StatusTabular, a_relation_says_so_until_it_is_joined) {
  SampleModel model;
  model.machine(0).application("web").application("db").unit("web/0", 0).unit("db/0", 0);
  model.relation(4, "web:db", "db:server", "sql").in_scope(4, "web/0");
  model.contents.relations[4].status = RelationStatus::Joining;
  EXPECT_NE(shown(model, true).out.find("regular  joining\n"), std::string::npos);
  model.contents.relations[4].status = RelationStatus::Joined;
  EXPECT_EQ(shown(model, true).out.find("joining"), std::string::npos);
}

TEST(StatusTabular, what_is_dying_says_what_it_waits_on) {
  SampleModel model;
  model.machine(0).application("web").application("db").unit("web/0", 0).unit("db/0", 0);
  model.relation(4, "web:db", "db:server", "sql")
    .in_scope(4, "web/0")
    .workload("web/0", "active", "serving");
  model.contents.units["web/0"].life = Life::Dying;
  model.contents.applications["web"].life = Life::Dying;
  model.contents.machines[0].life = Life::Dying;
  model.contents.relations[4].life = Life::Dying;
  const std::string out = shown(model, true).out;
  EXPECT_NE(out.find("dying: still has 1 unit and 1 relation; serving\n"), std::string::npos)
    << out;
  EXPECT_NE(out.find("dying: still in scope of relation 4 (web:db db:server); serving\n"),
            std::string::npos)
    << out;
  EXPECT_NE(out.find("dying: still hosts db/0, web/0; running\n"), std::string::npos) << out;
  EXPECT_NE(out.find("regular  dying: still in scope: web/0\n"), std::string::npos) << out;
}

TEST(StatusTabular, names_and_messages_cannot_drive_the_terminal) {
  SampleModel model("evil\x1b]0;title\x07");
  model.machine(0)
    .application("web")
    .unit("web/0", 0)
    .workload("web/0", "active", "one\ntwo\x1b[2J\xff");
  model.contents.applications["web"].version = "\x1b[8m";
  model.contents.machines[0].address = "\x9b";
  const std::string out = shown(model).out;
  EXPECT_NE(out.find("evil\\x1b]0;title\\x07"), std::string::npos);
  EXPECT_NE(out.find("one\\ntwo\\x1b[2J\\xff"), std::string::npos);
  for (const char c : out)
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < 0x7f)) << static_cast<int>(c);
}

TEST(StatusTabular, long_messages_and_versions_are_cut) {
  SampleModel model;
  model.machine(0)
    .application("web")
    .unit("web/0", 0)
    .workload("web/0", "active", std::string(121, 'm'));
  model.contents.applications["web"].version = "1.2.3-alpha.20260822";
  const std::string out = shown(model).out;
  EXPECT_NE(out.find(" " + std::string(117, 'm') + "...\n"), std::string::npos);
  EXPECT_NE(out.find("web  1.2.3-alpha....  active"), std::string::npos) << out;
}

TEST(StatusTabular, the_version_is_what_the_leader_has_told_else_the_first_unit_that_has) {
  SampleModel model;
  model.machine(0).application("web");
  for (const char* unit : {"web/0", "web/2", "web/10"})
    model.unit(unit, 0);
  const auto version = [&] { return line(shown(model).out, "web  ").substr(5, 4); };
  EXPECT_EQ(version(), "    ");
  model.contents.statuses["web/10"].version = "1.10";
  EXPECT_EQ(version(), "1.10");
  model.contents.statuses["web/2"].version = "1.2";
  EXPECT_EQ(version(), "1.2 ");
  model.leader("web/10");
  EXPECT_EQ(version(), "1.10");
  model.leader("web/0");
  EXPECT_EQ(version(), "1.2 ") << "a leader that has told nothing";
}

TEST(StatusTabular, ports_are_gathered_by_protocol) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  model.open("web/0", "icmp", 0)
    .open("web/0", "tcp", 80)
    .open("web/0", "tcp", 8000, 8010)
    .open("web/0", "udp", 53);
  EXPECT_NE(line(shown(model).out, "web/0").find("  icmp 80,8000-8010/tcp 53/udp"),
            std::string::npos);
}

TEST(StatusTabular, colour_does_not_disturb_the_columns) {
  const std::string painted = shown(documented_model(), true, true).out;
  EXPECT_NE(painted.find("mysql/1      \x1b[33mwaiting\x1b[0m   \x1b[33mexecuting\x1b[0m  1"),
            std::string::npos);
  std::string bare;
  for (std::size_t i = 0; i < painted.size(); ++i) {
    if (painted[i] == '\x1b')
      i = painted.find('m', i);
    else
      bare += painted[i];
  }
  EXPECT_EQ(bare, shown(documented_model(), true).out);
}

TEST(StatusTabular, records_that_do_not_fit_together_are_shown_all_the_same) {
  SampleModel model;
  model.application("web").unit("web/0", 7).subordinate("log").unit("log/0", 7);
  model.contents.units["log/0"].principal = "gone/3";
  model.contents.charms.clear();
  const std::string out = shown(model).out;
  EXPECT_NE(out.find("\nlog/0 "), std::string::npos) << out;
  EXPECT_NE(out.find("local:web-0"), std::string::npos) << out;
}

TEST(StatusTabular, subordinates_of_each_other_are_shown_by_themselves) {
  SampleModel model;
  model.subordinate("log").unit("log/0", 7).unit("log/1", 7);
  model.contents.units["log/0"].principal = "log/1";
  model.contents.units["log/1"].principal = "log/0";
  const std::string out = shown(model).out;
  EXPECT_NE(out.find("\nlog/0 "), std::string::npos) << out;
  EXPECT_NE(out.find("\nlog/1 "), std::string::npos) << out;
}

} // namespace
