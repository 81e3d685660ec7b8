// Files that are opened below a directory lie in it, whatever is exchanged there meanwhile: both
// ways of opening, that of the kernel and the one for kernels without it.
#include "config/input.hpp"
#include "config/open_beneath.hpp"
#include "config/opened_directory.hpp"
#include "test/config/sample_directory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

namespace orrery::config {
namespace {

namespace fs = std::filesystem;

using Opener = Descriptor (*)(int, const fs::path&, int, Links);

/// A charm's directory, and a secret beside it.
class OpenBeneath : public testing::TestWithParam<Opener> {
protected:
  OpenBeneath() {
    files_.write("secret/start", "secret");
    files_.write("charm/hooks/start", "start");
    files_.write("charm/lib/deep/file", "deep");
    top_ = Descriptor(::open(charm().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  [[nodiscard]] fs::path charm() const { return files_.path() / "charm"; }
  void link(const fs::path& target, const fs::path& name) const {
    fs::create_symlink(target, charm() / name);
  }
  static std::string text(const Descriptor& file) {
    if (!file.is_open())
      return "error " + std::to_string(errno);
    std::array<char, 100> bytes{};
    const auto size = ::read(file.get(), bytes.data(), bytes.size());
    return {bytes.data(), size < 0 ? 0U : static_cast<std::size_t>(size)};
  }
  /// Returns the text that is read there, or the error's number.
  [[nodiscard]] std::string read(const fs::path& inside, Links links = Links::Inside) const {
    return text(GetParam()(top_.get(), inside, O_RDONLY, links));
  }
  static std::string error(int number) { return "error " + std::to_string(number); }

  test::SampleDirectory files_;
  Descriptor top_;
};

TEST_P(OpenBeneath, what_lies_there_is_opened) {
  EXPECT_EQ(read("hooks/start"), "start");
  EXPECT_EQ(read("./hooks/../lib//deep/file"), "deep");
  EXPECT_EQ(read("hooks/start", Links::None), "start");
  EXPECT_EQ(read("hooks/stop"), error(ENOENT));
  EXPECT_EQ(read("hooks/start/x"), error(ENOTDIR));
  const Descriptor own = GetParam()(top_.get(), "", O_RDONLY | O_DIRECTORY, Links::None);
  struct stat opened {};
  struct stat there {};
  ASSERT_TRUE(own.is_open());
  ASSERT_EQ(fstat(own.get(), &opened), 0);
  ASSERT_EQ(stat(charm().c_str(), &there), 0);
  EXPECT_EQ(opened.st_ino, there.st_ino);
  EXPECT_FALSE(
    GetParam()(top_.get(), "hooks/start", O_PATH | O_DIRECTORY, Links::Inside).is_open());
}

TEST_P(OpenBeneath, links_that_stay_inside_are_followed_where_they_may) {
  link("hooks/start", "one");
  link("../hooks", "lib/two");
  link("lib/two/../one", "three"); // the kernel's steps: from hooks up, not from lib
  EXPECT_EQ(read("one"), "start");
  EXPECT_EQ(read("lib/two/start"), "start");
  EXPECT_EQ(read("three"), "start");
  EXPECT_EQ(read("one", Links::None), error(ELOOP));
  EXPECT_EQ(read("lib/two/start", Links::None), error(ELOOP));
}

TEST_P(OpenBeneath, nothing_leads_out) {
  link("../secret", "up");
  link((files_.path() / "secret").string(), "absolute");
  link((charm() / "hooks").string(), "absolute-inside");
  link("lib/../../charm/hooks", "out-and-back");
  link("circle", "circle");
  for (const char* name :
       {"up/start", "absolute/start", "absolute-inside/start", "out-and-back/start",
        "../secret/start", "hooks/../../secret/start", "/etc/hostname"})
    EXPECT_EQ(read(name), error(EXDEV)) << name;
  EXPECT_EQ(read("circle"), error(ELOOP));
  EXPECT_EQ(read("up/start", Links::None), error(ELOOP));
}

/// One thread exchanges `hooks` for a link to the secret and back, without a pause; whoever looks
/// first and opens then meets the link between the two before long.
TEST_P(OpenBeneath, a_link_that_is_swapped_in_leads_nowhere) {
  constexpr int openings = 20'000;
  link("../secret", "swapped");
  const fs::path hooks = charm() / "hooks";
  const fs::path swapped = charm() / "swapped";
  std::atomic<bool> is_over = false;
  std::thread swapper([&] {
    while (!is_over)
      EXPECT_EQ(renameat2(AT_FDCWD, hooks.c_str(), AT_FDCWD, swapped.c_str(), RENAME_EXCHANGE), 0);
  });
  int opened = 0;
  for (int i = 0; i < openings; ++i)
    for (const char* name : {"hooks/start", "swapped/start"}) {
      const std::string found = read(name);
      opened += found == "start" ? 1 : 0;
      EXPECT_TRUE(found == "start" || found == error(EXDEV) || found == error(ELOOP)
                  || found == error(ENOTDIR) || found == error(EAGAIN))
        << found;
    }
  is_over = true;
  swapper.join();
  EXPECT_GT(opened, 0);
}

std::string name_of_way(const testing::TestParamInfo<Opener>& way) {
  return way.index == 0 ? "kernel" : "walk";
}

INSTANTIATE_TEST_SUITE_P(Both,
                         OpenBeneath,
                         testing::Values(&open_beneath, &walk_beneath),
                         name_of_way);

TEST(OpenedDirectory, one_whose_name_another_has_taken_stays_what_it_was) {
  const test::SampleDirectory files;
  files.write("charm/file", "own");
  files.write("secret/file", "secret");
  const auto charm = OpenedDirectory::no_link(files.path() / "charm");
  fs::rename(files.path() / "charm", files.path() / "aside");
  fs::create_symlink("secret", files.path() / "charm");
  EXPECT_EQ(read_input(charm, "file", 100).value_or("none"), "own");
  EXPECT_FALSE(OpenedDirectory::no_link(files.path() / "charm").is_open());
  EXPECT_TRUE(OpenedDirectory::named(files.path() / "charm").is_open());
}

TEST(OpenedDirectory, says_of_links_that_lead_out_only_that_they_do) {
  const test::SampleDirectory files;
  files.write("charm/file", "own");
  const auto charm = OpenedDirectory::named(files.path() / "charm");
  fs::create_symlink("/nowhere", charm.path() / "out");
  fs::create_symlink("nowhere", charm.path() / "gone");
  EXPECT_TRUE(charm.has("out"));
  EXPECT_TRUE(charm.has("gone"));
  EXPECT_FALSE(charm.has("none"));
  EXPECT_TRUE(charm.may_have("out")) << "what it leads to is not looked at";
  EXPECT_FALSE(charm.may_have("gone"));
  EXPECT_TRUE(charm.leads_out("out"));
  EXPECT_FALSE(charm.leads_out("gone"));
  EXPECT_FALSE(charm.leads_out("file"));
  const auto refused = read_input(charm, "out", 100);
  ASSERT_FALSE(refused);
  EXPECT_EQ(files.local(refused.error().text()),
            "charm/out: is a symlink that leads out of its directory: put a file in its place");
}

TEST(OpenedDirectory, one_that_is_not_there_has_nothing) {
  const auto none = OpenedDirectory::named("/nowhere/at/all");
  EXPECT_FALSE(none.is_open());
  EXPECT_FALSE(none.has("file"));
  EXPECT_FALSE(none.may_have("file"));
  EXPECT_FALSE(none.leads_out("file"));
  EXPECT_FALSE(read_input(none, "file", 100));
}

} // namespace
} // namespace orrery::config
