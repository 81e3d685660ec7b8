#include "actors/hooks/tools/port.hpp"
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

TEST(Port, is_read_in_all_its_forms) {
  const std::vector<std::pair<std::string, store::Port>> cases{
    {"80", {"tcp", 80, 80}},
    {"53/udp", {"udp", 53, 53}},
    {"443/TCP", {"tcp", 443, 443}},
    {"8000-8100", {"tcp", 8000, 8100}},
    {"1-65535/udp", {"udp", 1, 65535}},
    {"icmp", {"icmp", 0, 0}},
  };
  for (const auto& [text, port] : cases) {
    const auto parsed = parse_port(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error();
    EXPECT_EQ(*parsed, port) << text;
  }
}

TEST(Port, says_what_is_wrong) {
  const std::string shape =
    "expected <port>[/<protocol>] or <from>-<to>[/<protocol>] or icmp; got ";
  const std::vector<std::pair<std::string, std::string>> cases{
    {"", shape + "\"\""},
    {"http", shape + "\"http\""},
    {"80/", shape + "\"80/\""},
    {"80-", shape + "\"80-\""},
    {"-80", shape + "\"-80\""},
    {"8 0", shape + "\"8 0\""},
    {"99999999999", shape + "\"99999999999\""},
    {"0", "port must be in the range [1, 65535]; got \"0\""},
    {"65536", "port must be in the range [1, 65535]; got \"65536\""},
    {"90-80", "invalid port range 90-80/tcp; expected fromPort <= toPort"},
    {"80/sctp", "protocol must be \"tcp\", \"udp\", or \"icmp\"; got \"sctp\""},
    {"80/icmp", "protocol \"icmp\" doesn't support any ports; got \"80\""},
  };
  for (const auto& [text, error] : cases) {
    const auto parsed = parse_port(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), error);
  }
}

TEST(OpenPort, H6_is_buffered_until_the_hook_succeeds) {
  World world;
  EXPECT_EQ(world.call({"open-port", "80/tcp"}).code, 0);
  EXPECT_EQ(world.call({"open-port", "8000-8100/udp"}).code, 0);
  EXPECT_EQ(world.state.opened, (std::set<store::Port>{{"tcp", 80, 80}, {"udp", 8000, 8100}}));
  EXPECT_TRUE(world.state.closed.empty());
}

TEST(OpenPort, the_last_word_counts) {
  World world;
  world.call({"open-port", "80"});
  world.call({"close-port", "80"});
  EXPECT_TRUE(world.state.opened.empty());
  EXPECT_TRUE(world.state.closed.empty()) << "nothing was open";
  world.call({"open-port", "80"});
  EXPECT_EQ(world.state.opened, (std::set<store::Port>{{"tcp", 80, 80}}));
  world.sight.ports = {{"udp", 53, 53}};
  world.call({"close-port", "53/udp"});
  EXPECT_EQ(world.state.closed, (std::set<store::Port>{{"udp", 53, 53}}));
  world.call({"open-port", "53/udp"});
  EXPECT_TRUE(world.state.closed.empty());
}

TEST(OpenPort, wrong_arguments_change_nothing) {
  for (const char* tool : {"open-port", "close-port"}) {
    World world;
    EXPECT_EQ(world.call({tool}).error, "ERROR no port or range specified\n");
    EXPECT_EQ(world.call({tool}).code, 2);
    EXPECT_EQ(world.call({tool, "http"}).code, 2);
    EXPECT_EQ(world.call({tool, "80", "81"}).error, "ERROR unrecognized args: [\"81\"]\n");
    EXPECT_TRUE(world.state.opened.empty());
    EXPECT_TRUE(world.state.closed.empty());
  }
}

TEST(OpenPort, a_range_that_cuts_into_an_open_one_is_refused) {
  World world;
  world.sight.ports = {{"tcp", 80, 90}};
  const ToolReply reply = world.call({"open-port", "85-95"});
  EXPECT_EQ(reply.code, 1);
  EXPECT_EQ(reply.error, "ERROR cannot open 85-95/tcp (unit \"web/0\"): port range conflicts with "
                         "80-90/tcp, which is open\n");
  EXPECT_TRUE(world.state.opened.empty());
  EXPECT_EQ(world.call({"close-port", "80"}).code, 1);
  EXPECT_EQ(world.call({"open-port", "80-90"}).code, 0);
  EXPECT_EQ(world.call({"open-port", "85-95/udp"}).code, 0);
  EXPECT_EQ(world.call({"close-port", "80-90"}).code, 0);
  EXPECT_EQ(world.call({"open-port", "85-95"}).code, 0);
}

TEST(OpenPort, takes_the_flags_of_charms) {
  World world;
  EXPECT_EQ(world.call({"open-port", "--endpoints", "website", "80/tcp"}).code, 0);
  EXPECT_EQ(world.call({"open-port", "--format=json", "icmp"}).code, 0);
  EXPECT_EQ(world.state.opened,
            (std::set<store::Port>{{"icmp", 0, 0}, {"tcp", 80, 80, "website"}}));
}

TEST(OpenPort, endpoints_are_opened_and_closed_each_for_itself) {
  World world;
  world.sight.bindings = {"db", "juju-info", "ring", "website"};
  check(world, {{{"open-port", "--endpoints", "ring,db", "7766"}, 0, "", ""},
                {{"open-port", "80"}, 0, "", ""},
                {{"open-port", "--endpoints", "ring", "80"}, 0, "", ""}, // is open for all
                {{"opened-ports"}, 0, "80/tcp\n7766/tcp\n", ""},
                {{"opened-ports", "--endpoints"}, 0, "80/tcp (*)\n7766/tcp (db, ring)\n", ""},
                {{"close-port", "--endpoints", "db", "7766"}, 0, "", ""},
                {{"close-port", "--endpoints=ring", "80"}, 0, "", ""},
                {{"opened-ports", "--endpoints"}, 0, "80/tcp (db, website)\n7766/tcp (ring)\n", ""},
                {{"close-port", "80"}, 0, "", ""},
                {{"open-port", "7766"}, 0, "", ""},
                {{"opened-ports", "--endpoints"}, 0, "7766/tcp (*)\n", ""}});
}

TEST(OpenPort, an_unknown_endpoint_is_refused) {
  World world;
  world.sight.bindings = {"db"};
  check(world, {{{"open-port", "--endpoints", "db,none", "80"},
                 1,
                 "",
                 "cannot open 80/tcp (unit \"web/0\"): unknown endpoint \"none\""}});
  EXPECT_TRUE(world.state.opened.empty());
}

TEST(OpenPort, one_hook_changes_a_bounded_number) {
  World world;
  for (int port = 1; port <= 1024; ++port)
    ASSERT_EQ(world.call({"open-port", std::to_string(port)}).code, 0);
  const ToolReply reply = world.call({"open-port", "2000"});
  EXPECT_EQ(reply.code, 1);
  EXPECT_NE(reply.error.find("at most 1024 ranges"), std::string::npos);
}

TEST(OpenPort, H6_a_unit_has_a_bounded_number_open_over_all_hooks) {
  World world;
  for (std::uint16_t port = 1; port <= 1024; ++port)
    world.sight.ports.push_back({"tcp", port, port});
  check(world,
        {{{"open-port", "2000"},
          1,
          "",
          "cannot open 2000/tcp: unit web/0 would have more than 1024 ranges open: use a range for "
          "many ports"},
         {{"open-port", "1"}, 0, "", ""}, // is open
         {{"close-port", "1"}, 0, "", ""},
         {{"open-port", "2000"}, 0, "", ""}});
  world.state = {};
  world.sight.ports.push_back({"tcp", 3000, 3000});
  world.sight.ports.push_back({"tcp", 3001, 3001});
  EXPECT_EQ(world.call({"close-port", "3000"}).code, 0) << "fewer are taken, however many are left";
  EXPECT_EQ(world.call({"open-port", "2000"}).code, 1);
}

TEST(OpenedPorts, shows_what_is_open_and_what_this_hook_has_changed) {
  World world;
  world.sight.ports = {{"icmp", 0, 0}, {"tcp", 80, 80}, {"udp", 5000, 5010}};
  EXPECT_EQ(world.call({"opened-ports"}).output, "icmp\n80/tcp\n5000-5010/udp\n");
  EXPECT_EQ(world.call({"opened-ports", "--format=json"}).output,
            "[\"icmp\",\"80/tcp\",\"5000-5010/udp\"]\n");
  EXPECT_EQ(world.call({"opened-ports", "--endpoints"}).output,
            "icmp (*)\n80/tcp (*)\n5000-5010/udp (*)\n");
  EXPECT_EQ(world.call({"opened-ports", "--format=yaml"}).output,
            "- icmp\n- 80/tcp\n- 5000-5010/udp\n");
  EXPECT_EQ(world.call({"close-port", "80"}).code, 0);
  EXPECT_EQ(world.call({"open-port", "81"}).code, 0);
  EXPECT_EQ(world.call({"opened-ports"}).output, "icmp\n81/tcp\n5000-5010/udp\n")
    << "with what this hook has opened and closed";
  world.sight.ports.clear();
  world.state = {};
  EXPECT_EQ(world.call({"opened-ports", "--format=json"}).output, "[]\n");
  EXPECT_EQ(world.call({"opened-ports", "x"}).code, 2);
}

} // namespace
} // namespace orrery::hooks
