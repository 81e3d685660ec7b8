// One value of a secret, as a script takes it.
#include "config/base64.hpp"
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

const std::string valued_id = "9m4e2mr0ui3e8a215n4g";

World with_password(const std::string& value) {
  SecretSight seen;
  seen.record.id = valued_id;
  seen.record.owner = "web";
  seen.record.newest = 1;
  seen.record.revisions = {{1, 0, 0}};
  seen.may_read = seen.manages = true;
  seen.contents = {{1, {{"password", config::base64(value)}}}};
  World world;
  world.leading();
  world.secrets = {seen};
  return world;
}

TEST(SecretGet, SE19_one_key_prints_its_bare_value_unless_a_format_is_asked_for) {
  for (const std::string value : {"0123", "a: b", "multi\nline", "", "\"quoted\""}) {
    World world = with_password(value);
    check(world,
          {{{"secret-get", valued_id, "password"}, 0, value + "\n", ""},
           {{"secret-get", valued_id, "password#base64"}, 0, config::base64(value) + "\n", ""}});
  }
  World world = with_password("0123");
  for (const char* format : {"--format=json", "--format=yaml"})
    check(world, {{{"secret-get", valued_id, "password", format}, 0, "\"0123\"\n", ""}});
}

} // namespace
} // namespace orrery::hooks
