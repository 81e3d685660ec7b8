// A charm's files that say which one of its name it is.
#include "config/charm.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

/// A charm web, file by file.
class CharmIdentity : public testing::Test {
protected:
  test::SampleDirectory files_;
};

} // namespace

TEST_F(CharmIdentity, P4_its_file_revision_says_the_least_revision_that_it_gets) {
  files_.write("metadata.yaml", "name: web\n");
  EXPECT_EQ(load_charm(files_.path())->revision, 0U);
  files_.write("revision", " 17 \n");
  EXPECT_EQ(load_charm(files_.path())->revision, 17U);
  for (const char* wrong : {"", "seven\n", "-1", "2147483648", "1.5", "3 4"}) {
    files_.write("revision", wrong);
    EXPECT_EQ(files_.local(load_charm(files_.path()).error().text()),
              "revision: invalid revision file: write a whole number into it, or leave "
              "the file out")
      << wrong;
  }
}

TEST_F(CharmIdentity, P45_its_file_version_says_which_source_it_is_of) {
  files_.write("metadata.yaml", "name: web\n");
  EXPECT_EQ(load_charm(files_.path())->version, "");
  files_.write("version", "  1.4.2-dirty\r\nof yesterday\n");
  EXPECT_EQ(load_charm(files_.path())->version, "1.4.2-dirty");
  files_.write("version", "\n");
  EXPECT_EQ(load_charm(files_.path())->version, "");
}

} // namespace orrery::config
