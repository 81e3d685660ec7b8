// Files that a charm wants to be given, as it declares them (RS1), and their fingerprint (RS5).
#include "config/charm.hpp"
#include "config/sha384.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

/// A charm with these resources, or what is wrong with it.
Result<CharmDeclaration> with_resources(const std::string& yaml) {
  test::SampleDirectory files;
  files.write("metadata.yaml", "name: web\nresources:\n  " + yaml + "\n");
  return load_charm(files.path());
}

bool is_refused_for(const std::string& yaml, const std::string& why) {
  const auto charm = with_resources(yaml);
  EXPECT_FALSE(charm) << yaml;
  return !charm && charm.error().text().find(why) != std::string::npos;
}

} // namespace

TEST(CharmResources, RS1_files_are_read) {
  const auto charm =
    with_resources("site: {type: file, filename: site.tgz, description: What it shows}\n"
                   "  tool: {type: file, filename: tool}");
  ASSERT_TRUE(charm) << charm.error().text();
  using Declared = std::map<std::string, ResourceDeclaration>;
  EXPECT_EQ(charm->resources,
            (Declared{{"site", {"site.tgz", "What it shows"}}, {"tool", {"tool", ""}}}));
  EXPECT_TRUE(charm->lacking.empty());
}

TEST(CharmResources, RS1_what_is_wrong_is_refused_with_its_place) {
  EXPECT_TRUE(is_refused_for("site: {filename: a}", "resource missing type"));
  EXPECT_TRUE(is_refused_for("site: {type: x, filename: a}", "unsupported resource type \"x\""));
  EXPECT_TRUE(is_refused_for("site: {type: file}", "resource missing filename"));
  EXPECT_TRUE(is_refused_for("site: {type: file, filename: a/b}",
                             "filename cannot contain \"/\" (got \"a/b\")"));
  EXPECT_TRUE(is_refused_for("site: {type: file, filename: ..}", "is no plain name of a file"));
  EXPECT_TRUE(is_refused_for("../site: {type: file, filename: a}", "a resource's name begins"));
  EXPECT_TRUE(is_refused_for("site: file", "metadata.yaml:3:"));
}

TEST(CharmResources, RS1_an_image_of_a_container_cannot_be_had) {
  const auto charm = with_resources("image: {type: oci-image}");
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->unmet, std::vector<std::string>{
                            "resource \"image\" is an OCI image, for containers of Kubernetes"});
}

TEST(Sha384, RS5_is_as_the_standards_examples_have_it) {
  Sha384 hash;
  hash.add("ab");
  hash.add("c");
  EXPECT_EQ(hash.finish(), "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                           "8086072ba1e7cc2358baeca134c825a7");
}

} // namespace orrery::config
