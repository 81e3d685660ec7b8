#include "config/charm.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery::config {

TEST(HookFiles, what_is_nearly_a_hook_is_warned_of) {
  const test::SampleDirectory files;
  files.write("metadata.yaml", "name: web\nprovides: {site: http}\n");
  for (const char* hook : {"install", "install.real", "utils.py", "start.sh", "Stop",
                           "sites-relation-joined", "db-relation-changed", "site-relation-chnged",
                           "site-relation-updated", "juju-info-relation-joind"})
    files.write_program(std::string{"hooks/"} + hook);
  const auto charm = load_charm(files.path());
  ASSERT_TRUE(charm) << charm.error().text();
  std::vector<std::string> warnings;
  for (const auto& warning : charm->warnings)
    warnings.push_back(files.local(warning));
  EXPECT_EQ(
    warnings,
    (std::vector<std::string>{
      "hooks/Stop: is never run: no hook is called so: did you mean stop?",
      "hooks/db-relation-changed: is never run: the charm has no endpoint \"db\": declare it, or "
      "remove the file",
      "hooks/juju-info-relation-joind: is never run: no hook is called so: did you mean "
      "juju-info-relation-joined?",
      "hooks/site-relation-chnged: is never run: no hook is called so: did you mean "
      "site-relation-changed?",
      "hooks/site-relation-updated: is never run: no hook is called so: write "
      "site-relation-created, -joined, -changed, -departed or -broken, or remove the file",
      "hooks/sites-relation-joined: is never run: the charm has no endpoint \"sites\": did you "
      "mean "
      "site?",
      "hooks/start.sh: is never run: no hook is called so: did you mean start?"}));
}

TEST(HookFiles, hooks_of_secrets_are_made_executable_and_their_misspelt_names_warned_of) {
  const test::SampleDirectory files;
  files.write("metadata.yaml", "name: web\n");
  files.write_program("hooks/secret-rotat");
  for (const char* event : {"changed", "rotate", "expired", "remove"})
    files.write(std::string{"hooks/secret-"} + event, "#!/bin/sh\n");
  auto charm = load_charm(files.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->made_executable,
            (std::vector<std::filesystem::path>{"hooks/secret-changed", "hooks/secret-expired",
                                                "hooks/secret-remove", "hooks/secret-rotate"}));
  EXPECT_EQ(charm->warnings.size(), 4U);
  std::filesystem::remove(files.path() / "hooks/secret-rotate");
  charm = load_charm(files.path());
  ASSERT_TRUE(charm) << charm.error().text();
  ASSERT_FALSE(charm->warnings.empty());
  EXPECT_EQ(files.local(charm->warnings.back()), "hooks/secret-rotat: is never run: no hook is "
                                                 "called so: did you mean secret-rotate?");
}

} // namespace orrery::config
