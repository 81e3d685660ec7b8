// Labels of secrets in the hook that changes them.
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

const std::string labelled_one = "9m4e2mr0ui3e8a215n4g";

/// The leader web/0 reads the only revision of a secret of web, whose label is `pw`.
World with_label() {
  World world;
  world.leading();
  world.sight.model_uuid = "u-u";
  SecretSight seen;
  seen.record.id = labelled_one;
  seen.record.owner = "web";
  seen.record.label = "pw";
  seen.record.newest = 1;
  seen.record.revisions = {{1, 0, 0}};
  seen.consumer = store::SecretConsumer{"web/0", labelled_one, "web", 1, {}};
  seen.may_read = seen.manages = true;
  seen.contents = {{1, {{"password", "b2xk"}}}};
  world.secrets = {seen};
  return world;
}

TEST(SecretGet, SE22_by_the_label_that_this_hook_gives_and_not_by_the_one_before) {
  World world = with_label();
  (void)world.call({"secret-set", labelled_one, "password=next", "--label", "lab3"});
  check(world, {{{"secret-get", "--label", "lab3", "--peek", "password"}, 0, "next\n", ""},
                {{"secret-get", "--label", "lab3"}, 0, "password: old\n", ""},
                {{"secret-get", "--label", "pw"}, 1, "", "consumer label \"pw\" not found"}});
  (void)world.call({"secret-add", "foo=x", "--label", "pw"});
  check(world, {{{"secret-get", "--label", "pw"}, 0, "foo: x\n", ""}});
}

TEST(SecretInfo, SE24_by_the_label_that_this_hook_gives_and_not_by_the_one_before) {
  World world = with_label();
  (void)world.call({"secret-get", labelled_one, "--label", "lab3"});
  check(world, {{{"secret-info-get", "--label", "lab3"},
                 0,
                 labelled_one + ":\n  revision: 1\n  label: lab3\n  owner: application\n",
                 ""},
                {{"secret-info-get", "--label", "pw"}, 1, "", "secret \"pw\" not found"}});
}

} // namespace
} // namespace orrery::hooks
