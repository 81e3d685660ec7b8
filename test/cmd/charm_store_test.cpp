#include "cmd/charms/charm_store.hpp"
#include "config/charm_hash.hpp"
#include "config/sha256.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

std::size_t kept(const test::Bench& bench) {
  const auto charms = bench.directory / "data" / "charms";
  return fs::exists(charms) ? static_cast<std::size_t>(
           std::distance(fs::directory_iterator{charms}, fs::directory_iterator{}))
                            : 0;
}

TEST(Sha256, known_digests) {
  EXPECT_EQ(config::Sha256{}.finish(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  config::Sha256 abc;
  abc.add("a");
  abc.add("bc");
  EXPECT_EQ(abc.finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  config::Sha256 million;
  for (int i = 0; i < 1000; ++i)
    million.add(std::string(1000, 'a'));
  EXPECT_EQ(million.finish(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(CharmStore, equal_content_is_kept_once_and_modes_survive) {
  test::Bench bench;
  const auto charm = bench.charm("a");
  fs::permissions(bench.file("a/hooks/install", "#!/bin/sh\n"), fs::perms::owner_all);
  fs::create_symlink("install", charm / "hooks" / "start");
  const auto first = keep_charm(bench.directory / "data", "a", charm);
  ASSERT_TRUE(first) << first.error();
  EXPECT_EQ(keep_charm(bench.directory / "data", "a", charm), first);
  EXPECT_EQ(kept(bench), 1U);
  EXPECT_TRUE((fs::status(*first / "hooks" / "install").permissions() & fs::perms::owner_exec)
              != fs::perms::none);
  EXPECT_EQ(fs::read_symlink(*first / "hooks" / "start"), "install");
  fs::permissions(charm / "hooks" / "install", fs::perms::owner_read);
  EXPECT_NE(keep_charm(bench.directory / "data", "a", charm), first);
}

TEST(CharmHash, knows_trees_apart_whatever_order_they_come_in) {
  const auto hash_of = [](const std::vector<std::pair<std::string, std::string>>& files) {
    config::CharmHash hash;
    for (const auto& [name, text] : files) {
      hash.begin_file(name, false, text.size());
      hash.add(text);
      hash.end_file();
    }
    return hash.finish();
  };
  const auto one = hash_of({{"a", "1"}, {"b", "2"}});
  EXPECT_EQ(hash_of({{"b", "2"}, {"a", "1"}}), one);
  EXPECT_EQ(one.size(), 40U);
  for (const auto& other : {hash_of({{"a", "12"}, {"b", ""}}), hash_of({{"ab", "12"}}),
                            hash_of({{"a", "1"}, {"b", "3"}}), hash_of({{"a", "1"}})})
    EXPECT_NE(other, one);
  config::CharmHash link;
  link.add_link("a", "1");
  EXPECT_NE(link.finish(), hash_of({{"a", "1"}}));
  EXPECT_EQ(config::hash_of_kept_charm("my-web-" + one), one);
  EXPECT_FALSE(config::hash_of_kept_charm("my-web-58f945480b16faf0492b8b3c0f4dd815"))
    << "an earlier program's";
}

TEST(CharmStore, what_somebody_changed_is_replaced_by_the_next_deploy) {
  test::Bench bench;
  const auto charm = bench.charm("a");
  const auto first = keep_charm(bench.directory / "data", "a", charm);
  ASSERT_TRUE(first) << first.error();
  const auto file = *first / "metadata.yaml";
  EXPECT_EQ(fs::status(file).permissions() & fs::perms::owner_write, fs::perms::none);
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
  std::ofstream{file} << "name: other\n";
  ASSERT_EQ(keep_charm(bench.directory / "data", "a", charm), first);
  EXPECT_EQ(kept(bench), 1U);
  std::ifstream now{file};
  std::string line;
  std::getline(now, line);
  EXPECT_EQ(line, "name: a");
}

TEST(CharmStore, links_are_followed_to_where_they_lead) {
  test::Bench bench;
  const auto charm = bench.charm("a");
  fs::create_directories(charm / "lib/deep");
  fs::create_symlink("lib/deep", charm / "short");
  fs::create_symlink("short/../..", charm / "top"); // lib/deep/../.. and not ./..
  EXPECT_TRUE(keep_charm(bench.directory / "data", "a", charm));
  fs::create_symlink("short/../../..", charm / "out");
  EXPECT_FALSE(keep_charm(bench.directory / "data", "a", charm));
  fs::remove(charm / "out");
  fs::create_symlink("circle", charm / "circle");
  EXPECT_FALSE(keep_charm(bench.directory / "data", "a", charm));
}

TEST(CharmStore, what_leads_out_or_is_no_file_is_refused_and_leaves_nothing) {
  for (const auto* target : {"/etc/passwd", "../../x", "hooks/../../x", ""}) {
    test::Bench bench;
    const auto charm = bench.charm("a");
    if (*target != '\0')
      fs::create_symlink(target, charm / "link");
    else
      ASSERT_EQ(::mkfifo((charm / "fifo").c_str(), 0600), 0);
    const auto refused = keep_charm(bench.directory / "data", "a", charm);
    ASSERT_FALSE(refused) << target;
    EXPECT_NE(refused.error().find((charm / (*target != '\0' ? "link" : "fifo")).string()),
              std::string::npos)
      << refused.error();
    EXPECT_EQ(kept(bench), 0U) << target;
  }
}

TEST(CharmStore, the_copy_gets_what_the_directory_lacks) {
  test::Bench bench;
  const auto charm = bench.charm("a");
  bench.file("a/hooks/install", "#!/bin/sh\n");
  const auto plain = keep_charm(bench.directory / "data", "a", charm);
  const CharmChanges changes{{"hooks/install"}, {{"config.yaml", "options: {}\n"}}};
  const auto changed = keep_charm(bench.directory / "data", "a", charm, changes);
  ASSERT_TRUE(changed) << changed.error();
  EXPECT_NE(changed, plain);
  EXPECT_TRUE(fs::exists(*changed / "config.yaml"));
  EXPECT_TRUE((fs::status(*changed / "hooks" / "install").permissions() & fs::perms::owner_exec)
              != fs::perms::none);
  EXPECT_FALSE(fs::exists(charm / "config.yaml"));
}

TEST(CharmStore, size_count_and_depth_are_bounded) {
  test::Bench bench;
  const auto charm = bench.charm("a");
  bench.file("a/big", std::string(100, 'x'));
  EXPECT_FALSE(keep_charm(bench.directory / "data", "a", charm, {}, {50, 100, 10}));
  EXPECT_FALSE(keep_charm(bench.directory / "data", "a", charm, {}, {5000, 1, 10}));
  bench.file("a/b/c/d/e", "");
  EXPECT_FALSE(keep_charm(bench.directory / "data", "a", charm, {}, {5000, 100, 3}));
  EXPECT_EQ(kept(bench), 0U);
}

TEST(CharmStore, a_draft_left_by_a_process_that_is_gone_is_swept) {
  test::Bench bench;
  bench.file("data/charms/.draft-0-1/x", "");
  ASSERT_TRUE(keep_charm(bench.directory / "data", "a", bench.charm("a")));
  EXPECT_EQ(kept(bench), 1U);
}

} // namespace
} // namespace orrery::cmd
