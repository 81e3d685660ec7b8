#include "cmd/engine/trusted_path.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdint>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

/// A directory below two others.
struct Path {
  Path() { fs::create_directories(data); }
  test::Bench bench;
  fs::path above = fs::canonical(bench.directory) / "above";
  fs::path data = above / "data";
};

TEST(TrustedPath, a_directory_of_ours_is_taken_below_a_sticky_one) {
  const Path path;
  EXPECT_EQ(distrust(path.data), "");
  chmod(path.above.c_str(), 01777);
  EXPECT_EQ(distrust(path.data), "") << "as the system's temporary directory";
}

TEST(TrustedPath, one_that_others_may_write_above_it_is_refused) {
  const Path path;
  chmod(path.above.c_str(), 0777);
  const auto why = distrust(path.data);
  EXPECT_NE(why.find(path.above.string() + " can be written by others"), std::string::npos) << why;
  EXPECT_NE(why.find("chmod go-w"), std::string::npos) << why;
}

TEST(TrustedPath, a_links_own_directories_count_and_those_it_leads_to) {
  const Path path;
  const fs::path open = path.bench.directory / "open";
  fs::create_directory(open);
  fs::create_directory_symlink(path.data, open / "link");
  EXPECT_EQ(distrust(open / "link"), "");
  chmod(open.c_str(), 0777); // who may put another link there
  EXPECT_NE(distrust(open / "link").find("open can be written"), std::string::npos);
  chmod(open.c_str(), 0755);
  chmod(path.above.c_str(), 0777);
  EXPECT_NE(distrust(open / "link").find("above can be written"), std::string::npos);
}

TEST(TrustedPath, another_users_directory_is_refused) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a directory away";
  const Path path;
  ASSERT_EQ(chown(path.above.c_str(), 12345, 12345), 0);
  const auto why = distrust(path.data);
  EXPECT_NE(why.find("belongs to user 12345"), std::string::npos) << why;
}

TEST(TrustedPath, a_strangers_link_in_a_sticky_directory_is_refused) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a link away";
  const Path path;
  chmod(path.above.c_str(), 01777);
  const fs::path link = path.above / "link";
  fs::create_directory_symlink(path.data, link);
  EXPECT_EQ(distrust(link), "");
  ASSERT_EQ(lchown(link.c_str(), 12345, 12345), 0);
  const auto why = distrust(link / "below");
  EXPECT_NE(why.find(link.string() + " is a link of user 12345"), std::string::npos) << why;
}

/// Rights of an access list, as the kernel takes them: tag, rights, who.
struct ListedRights {
  std::uint16_t tag;
  std::uint16_t rights;
  std::uint32_t who;
};

TEST(TrustedPath, one_that_an_access_list_lets_others_write_is_refused) {
  const Path path;
  constexpr std::uint32_t nobody = ~0U;
  const struct {
    std::uint32_t version = 2;
    ListedRights owner{0x01, 7, nobody}, stranger{0x02, 7, 12345}, group{0x04, 5, nobody},
      most{0x10, 7, nobody}, others{0x20, 5, nobody};
  } list;
  if (setxattr(path.above.c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0)
    GTEST_SKIP() << "this file system has no access lists";
  EXPECT_NE(distrust(path.data).find("above can be written by others"), std::string::npos);
}

TEST(TrustedPath, links_in_a_circle_are_no_path) {
  const Path path;
  fs::create_symlink("circle", path.above / "circle");
  EXPECT_NE(distrust(path.above / "circle").find("circle"), std::string::npos);
}

} // namespace
} // namespace orrery::cmd
