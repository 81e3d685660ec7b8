// Storage and resources of a bundle beside those of a model.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// Deploys a shop with storage and a resource, and keeps its bundle as written in `shop.yaml`.
std::string make_stored_shop(Bench& bench) {
  bench.charm("shop", "storage:\n  data: {type: filesystem, multiple: {range: 0-}}\n"
                      "resources:\n  site: {type: file, filename: site.tgz}\n"
                      "  tool: {type: file, filename: tool}\n");
  bench.file("site.tgz", "<p>Neptune</p>");
  const std::string text = "applications:\n  shop:\n    charm: ./shop\n    num_units: 1\n"
                           "    storage: {data: '64M,2'}\n    resources: {site: ./site.tgz}\n";
  bench.file("shop.yaml", text);
  EXPECT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  return text;
}

TEST(DiffBundleFiles, CL16_storage_and_resources_of_an_exported_model_are_the_same) {
  Bench bench;
  (void)make_stored_shop(bench);
  ASSERT_EQ(bench.verb({"diff-bundle", "./shop.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << "what a directive says counts, not how";
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  bench.file("exported.yaml", bench.output.printed);
  EXPECT_TRUE(has(bench.output.printed, "storage:")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "resources:")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"diff-bundle", "./exported.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << bench.output.complained;
}

TEST(DiffBundleFiles, CL15_storage_and_resources_that_differ_have_both_sides) {
  Bench bench;
  const auto same = make_stored_shop(bench);
  const auto hash = bench.orchestrator.contents()->resources.at("shop").all.at("site").hash;
  bench.file("site.tgz", "<p>Triton!</p>"); // as many bytes
  bench.file("other.yaml", "applications:\n  shop:\n    charm: ./shop\n    num_units: 1\n"
                           "    storage: {data: '128M'}\n"
                           "    resources: {site: ./site.tgz, tool: ./tool}\n");
  bench.file("bare.yaml", same.substr(0, same.find("    storage")));
  const auto place = bench.directory.string();
  ASSERT_EQ(bench.verb({"diff-bundle", "./other.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "applications:\n  shop:\n    storage:\n      data:\n"
                                  "        bundle: 1,128M\n        model: 2,64M\n"
                                  "    resources:\n      site:\n        bundle: "
                                    + place + "/site.tgz\n        model: " + hash
                                    + "\n      tool:\n        bundle: " + place
                                    + "/tool\n        model: \"\"\n");
  EXPECT_TRUE(has(bench.output.complained, "WARNING resource \"tool\" of application \"shop\""))
    << bench.output.complained;
  ASSERT_EQ(bench.verb({"diff-bundle", "./bare.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "applications:\n  shop:\n    storage:\n      data:\n"
                                  "        bundle: \"\"\n        model: 2,64M\n"
                                  "    resources:\n      site:\n        bundle: \"\"\n"
                                  "        model: "
                                    + hash + "\n");
}

} // namespace
} // namespace orrery::test
