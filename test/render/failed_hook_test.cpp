#include "test/render/tabular.hpp"

#include <gtest/gtest.h>

namespace {

using orrery::test::at_ten;
using orrery::test::line;
using orrery::test::SampleModel;
using orrery::test::shown;

TEST(StatusTabular, a_failed_hook_says_what_comes_next_and_then_its_last_words) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  model.failed("web/0",
               {"install", 0, false, "", 2, 5, at_ten + 5'000, "reading\ncp: no such file\n\n"});
  EXPECT_EQ(line(shown(model).out, "web/0"),
            "web/0  error     idle   0        127.0.1.1           "
            "   hook \"install\" failed, try 2 of 5, next at 10:00:05Z; "
            "cp: no such file");
}

TEST(StatusTabular, the_end_of_a_failed_hooks_last_words_is_never_cut_away) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  const std::string words = "dpkg: " + std::string(300, 'x') + " /srv/" + std::string(60, 'y')
                            + "/charm/hooks/install: no such file";
  model.failed("web/0", {"install", 0, false, "", 5, 5, 0, words});
  const std::string shown_line = line(shown(model).out, "web/0");
  EXPECT_NE(shown_line.find("hook \"install\" failed, try 5 of 5: orrery resolved web/0; dpkg: x"),
            std::string::npos)
    << shown_line;
  EXPECT_TRUE(shown_line.ends_with("x .../hooks/install: no such file")) << shown_line;
  const auto begin = shown_line.find("hook");
  EXPECT_TRUE(line(shown(model).out, "web ").ends_with(shown_line.substr(begin)))
    << "its application says the same";
}

TEST(StatusTabular, a_dying_unit_in_error_shows_both) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  model.contents.units["web/0"].life = orrery::store::Life::Dying;
  model.failed("web/0", {"stop", 0, false, "", 5, 5, 0, "no such daemon"});
  EXPECT_NE(line(shown(model).out, "web/0")
              .find("dying; hook \"stop\" failed, try 5 of 5: orrery "
                    "resolved web/0; no such daemon"),
            std::string::npos)
    << shown(model).out;
}

TEST(StatusTabular, a_failed_relation_hook_names_the_other_end_and_who_is_waited_for) {
  SampleModel model;
  model.machine(0)
    .application("web")
    .application("db")
    .unit("web/0", 0)
    .relation(4, "web:db", "db:server", "sql");
  model.failed("web/0", {"db-relation-changed", 4, true, "db/0", 5, 5, 0, ""});
  EXPECT_NE(shown(model).out.find("hook \"db-relation-changed\" for db:server failed, try 5 of 5: "
                                  "orrery resolved web/0\n"),
            std::string::npos);
}

TEST(StatusTabular, where_a_program_has_ended_no_hook_failed) {
  SampleModel model;
  model.machine(0).application("db").unit("db/0", 0);
  model.failed("db/0", {"start", 0, false, "", 1, 5, at_ten + 5'000,
                        "program redis-server was killed by signal 9 (SIGKILL)", true});
  EXPECT_NE(shown(model).out.find("start runs again, try 1 of 5, next at 10:00:05Z; program "
                                  "redis-server was killed by signal 9 (SIGKILL)\n"),
            std::string::npos)
    << shown(model).out;
  model.failed("db/0", {"start", 0, false, "", 5, 5, 0, "program redis-server exited", true});
  EXPECT_NE(shown(model).out.find("start does not run again, try 5 of 5: orrery resolved db/0; "
                                  "program redis-server exited\n"),
            std::string::npos)
    << shown(model).out;
}

} // namespace
