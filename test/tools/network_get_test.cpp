#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

TEST(NetworkGet, shows_the_address_of_an_endpoint) {
  World world;
  const std::string json =
    R"({"bind-addresses":[{"mac-address":"","interface-name":"lo","addresses":[{"hostname":"",)"
    R"("value":"127.77.0.4","cidr":"127.77.0.4/32"}]}],"egress-subnets":["127.77.0.4/32"],)"
    R"("ingress-addresses":["127.77.0.4"]})";
  const std::string yaml =
    "bind-addresses:\n- mac-address: \"\"\n  interface-name: lo\n  macaddress: \"\"\n"
    "  interfacename: lo\n  addresses:\n  - hostname: \"\"\n    address: 127.77.0.4\n"
    "    value: 127.77.0.4\n    cidr: 127.77.0.4/32\negress-subnets:\n- 127.77.0.4/32\n"
    "ingress-addresses:\n- 127.77.0.4\n";
  check(world, {{{"network-get", "--format=json", "website"}, 0, json + "\n", ""},
                {{"network-get", "--format=json", "-r", "1", "db"}, 0, json + "\n", ""},
                {{"network-get", "--format=json", "juju-info"}, 0, json + "\n", ""},
                {{"network-get", "--format=json", "admin"}, 0, json + "\n", ""},
                {{"network-get", "db", "--format", "yaml"}, 0, yaml, ""},
                {{"network-get", "db"}, 0, yaml, ""}});
}

TEST(NetworkGet, shows_what_the_flags_ask_for) {
  World world;
  check(
    world,
    {{{"network-get", "--primary-address", "db"}, 0, "127.77.0.4\n", ""},
     {{"network-get", "--bind-address", "db"}, 0, "127.77.0.4\n", ""},
     {{"network-get", "--ingress-address", "db", "--format=json"}, 0, "\"127.77.0.4\"\n", ""},
     {{"network-get", "db", "--egress-subnets"}, 0, "127.77.0.4/32\n", ""},
     {{"network-get", "db", "--egress-subnets", "--format=json"}, 0, "[\"127.77.0.4/32\"]\n", ""},
     {{"network-get", "db", "--ingress-address", "--bind-address"},
      0,
      "bind-address: 127.77.0.4\ningress-address: 127.77.0.4\n",
      ""},
     {{"network-get", "db", "--primary-address", "--bind-address"},
      1,
      "",
      "--primary-address must be the only flag specified"}});
}

TEST(NetworkGet, refuses_what_it_does_not_know) {
  World world;
  check(world, {{{"network-get"}, 2, "", "no arguments specified"},
                {{"network-get", ""}, 2, "", "no binding name specified"},
                {{"network-get", "db", "x"}, 2, "", "unrecognized args: [\"x\"]"},
                {{"network-get", "x"}, 1, "", "no network config found for binding \"x\""},
                {{"network-get", "-r", "9", "db"},
                 2,
                 "",
                 "invalid value \"9\" for option -r: relation not found"}});
  world.sight.address.clear();
  check(world, {{{"network-get", "db"}, 1, "", "no network config found for binding \"db\""}});
}

} // namespace
} // namespace orrery::hooks
