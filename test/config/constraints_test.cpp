#include "config/constraints.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace orrery::config {
namespace {

std::string canonical(const std::string& text) {
  const auto read = parse_constraints(text);
  return read ? read->text() : "refused: " + read.error();
}

TEST(Constraints, MD69_all_of_them_are_printed_in_jujus_order) {
  EXPECT_EQ(canonical("image-id=i allocate-public-ip=T zones=a,b virt-type=v spaces=alpha,^beta "
                      "tags=x,y root-disk-source=s root-disk=1 mem=1 instance-type=t "
                      "instance-role=r nested-virtualization=0 cpu-power=3 cores=4 container=lxd "
                      "arch=arm64"),
            "arch=arm64 container=lxd cores=4 cpu-power=3 nested-virtualization=false "
            "instance-role=r instance-type=t mem=1M root-disk=1M root-disk-source=s tags=x,y "
            "spaces=alpha,^beta virt-type=v zones=a,b allocate-public-ip=true image-id=i");
  EXPECT_EQ(canonical(""), "");
  EXPECT_EQ(canonical("  cores=2   mem=1G "), "cores=2 mem=1024M");
}

TEST(Constraints, MD69_sizes_are_mebibytes_rounded_up) {
  for (const auto& [given, kept] :
       std::vector<std::pair<std::string, std::string>>{{"512", "512M"},
                                                        {"512M", "512M"},
                                                        {"4G", "4096M"},
                                                        {"1.5G", "1536M"},
                                                        {"0.1M", "1M"},
                                                        {"2T", "2097152M"},
                                                        {"1P", "1073741824M"},
                                                        {"0", ""},
                                                        {"", ""}})
    EXPECT_EQ(canonical("mem=" + given), "mem=" + kept) << given;
}

TEST(Constraints, MD69_an_old_name_is_an_alias_and_is_told) {
  const auto read = parse_constraints("cpu-cores=2");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), "cores=2");
  EXPECT_EQ(read->aliases, (std::map<std::string, std::string>{{"cpu-cores", "cores"}}));
}

TEST(Constraints, MD69_a_blank_within_a_value_has_a_backslash) {
  EXPECT_EQ(canonical("tags=a\\ b cores=1"), "cores=1 tags=a\\ b");
}

TEST(Constraints, MD69_what_is_wrong_is_told_in_jujus_words) {
  for (const auto& [given, why] : std::vector<std::pair<std::string, std::string>>{
         {"flavour=x", "unknown constraint \"flavour\""},
         {"cores", "malformed constraint \"cores\""},
         {"=2", "malformed constraint \"=2\""},
         {"cores=two", "bad \"cores\" constraint: must be a non-negative integer"},
         {"cores=-1", "bad \"cores\" constraint: must be a non-negative integer"},
         {"cores=1 cpu-cores=2", "bad \"cores\" constraint: already set"},
         {"mem=lots", "bad \"mem\" constraint: must be a non-negative float with optional M/G/T/P "
                      "suffix"},
         {"mem=-1G", "bad \"mem\" constraint: must be a non-negative float with optional M/G/T/P "
                     "suffix"},
         {"mem=G", "bad \"mem\" constraint: must be a non-negative float with optional M/G/T/P "
                   "suffix"},
         {"root-disk=inf", "bad \"root-disk\" constraint: must be a non-negative float with "
                           "optional M/G/T/P suffix"},
         {"arch=z80", "bad \"arch\" constraint: \"z80\" not recognized"},
         {"container=jail", "bad \"container\" constraint: invalid container type \"jail\""},
         {"spaces=a,-", "bad \"spaces\" constraint: \"-\" is not a valid space name"},
         {"allocate-public-ip=maybe",
          "bad \"allocate-public-ip\" constraint: must be 'true' or 'false'"}})
    EXPECT_EQ(canonical(given), "refused: " + why);
  EXPECT_TRUE(canonical("tags=" + std::string(5000, 'x')).starts_with("refused: constraints of"));
  EXPECT_TRUE(canonical("tags=a\nb").starts_with("refused: malformed constraint"));
}

TEST(Constraints, MD69_what_is_printed_is_read_again_as_it_is) {
  for (const char* text : {"cores=", "mem= tags=", "arch=amd64 mem=8192M tags=a,b",
                           "allocate-public-ip=false", "zones=a\\ b,c"})
    EXPECT_EQ(canonical(text), text);
}

TEST(Constraints, CL13_a_bundle_has_them_in_a_form_of_its_own) {
  const auto read = parse_constraints("arch=amd64 cores=2 mem=8G root-disk=20G");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bundle_text(), "arch=amd64 cpu-cores=2 mem=8192 root-disk=20480");
  EXPECT_EQ(parse_constraints(read->bundle_text()).value(), *read);
}

TEST(Constraints, MD69_an_applications_stand_over_the_models_key_by_key) {
  const auto model = parse_constraints("cores=2 mem=4G tags=a").value();
  const auto own = parse_constraints("mem=1G tags= zones=z").value();
  EXPECT_EQ(merged(model, own).text(), "cores=2 mem=1024M tags= zones=z");
  EXPECT_EQ(merged({}, own), own);
}

} // namespace
} // namespace orrery::config
