#include "cmd/engine/boot.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <fstream>
#include <string>

// Which boot of the host this is, as DATA/boot says it.
namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

class Boots : public testing::Test {
protected:
  Boots() {
    std::string pattern = (fs::temp_directory_path() / "orrery-boot-XXXXXX").string();
    data_ = ::mkdtemp(pattern.data()) == nullptr ? "" : pattern;
  }
  ~Boots() override {
    std::error_code ignored;
    fs::remove_all(data_, ignored);
  }
  std::uint64_t boot(const std::string& identity, store::Milliseconds now = 1'000) const {
    return note_boot(data_, identity, now).value();
  }
  void write(const std::string& text) const { std::ofstream(data_ / "boot") << text; }

  fs::path data_;
};

TEST_F(Boots, W9_the_first_that_is_met_has_no_number_yet) {
  EXPECT_EQ(boot("one"), 0U);
  EXPECT_EQ(boot("one"), 0U) << "the same";
}

TEST_F(Boots, W9_each_other_one_has_a_number_of_its_own) {
  (void)boot("one");
  const std::uint64_t second = boot("two");
  EXPECT_GT(second, 0U);
  EXPECT_EQ(boot("two"), second);
  EXPECT_GT(boot("one", 500), second) << "whatever the clock says: a boot does not come again";
}

TEST_F(Boots, W9_what_keepers_of_an_earlier_one_have_noted_goes) {
  (void)boot("one");
  const fs::path model = data_ / "models" / "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
  for (const char* place : {"kept/3", "ended/a-0", "store"})
    fs::create_directories(model / place);
  (void)boot("one");
  EXPECT_TRUE(fs::exists(model / "kept/3") && fs::exists(model / "ended/a-0"));
  (void)boot("two");
  EXPECT_FALSE(fs::exists(model / "kept") || fs::exists(model / "ended"));
  EXPECT_TRUE(fs::exists(model / "store"));
}

TEST_F(Boots, W9_a_file_that_cannot_be_read_as_one_names_another_boot) {
  for (const char* text : {"", "one", "-1 one", "12"}) {
    write(text);
    EXPECT_GT(boot("one"), 0U) << text;
  }
}

TEST_F(Boots, W9_a_directory_that_cannot_be_written_is_named) {
  const auto noted = note_boot(data_ / "none", "one", 1);
  ASSERT_FALSE(noted);
  EXPECT_NE(noted.error().find((data_ / "none" / "boot").string()), std::string::npos);
}

TEST(BootIdentity, is_played_only_where_that_is_allowed) {
  ::setenv("ORRERY_BOOT", "played", 1);
  EXPECT_EQ(boot_identity(true), "played");
  const std::string real = boot_identity(false);
  EXPECT_NE(real, "played");
  EXPECT_EQ(real, boot_identity(false));
  EXPECT_EQ(real.find('\n'), std::string::npos);
  ::unsetenv("ORRERY_BOOT");
}

} // namespace
} // namespace orrery::cmd
