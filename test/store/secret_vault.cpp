// Contents of secrets are sealed with a key that lies beside the store.
#include "store/secret_vault.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace orrery::store {

namespace {

/// A directory that goes with the test.
class VaultPlace : public ::testing::Test {
protected:
  VaultPlace() : directory_(make()) {}
  ~VaultPlace() override { std::filesystem::remove_all(directory_); }
  [[nodiscard]] std::filesystem::path file() const { return directory_ / SecretVault::file_name; }
  [[nodiscard]] std::filesystem::path former_file() const {
    return directory_ / SecretVault::former_file_name;
  }
  [[nodiscard]] SecretVault vault(bool has_secrets) const {
    return {file(), [has_secrets] { return SecretVault::Sample{has_secrets, {}, {}}; }};
  }

  /// A vault of a model whose secret "one" has that content.
  [[nodiscard]] SecretVault vault_with(const std::string& sealed) const {
    return {file(), [sealed] { return SecretVault::Sample{true, "one", sealed}; }};
  }
  [[nodiscard]] std::filesystem::path away() const { return directory_ / "away"; }
  /// Puts another key in the place of the model's, which lies away then.
  void exchange() const {
    std::filesystem::rename(file(), away());
    SecretVault others = vault(false);
    ASSERT_TRUE(others.seal("one", "other"));
  }

private:
  static std::filesystem::path make() {
    std::string name = std::filesystem::temp_directory_path() / "orrery-vault-XXXXXX";
    return ::mkdtemp(name.data());
  }
  std::filesystem::path directory_;
};

} // namespace

TEST_F(VaultPlace, SE4_what_is_sealed_shows_nothing_and_opens_again) {
  const std::string content = R"({"password":"aHVudGVyMg=="})";
  SecretVault first = vault(false);
  const auto sealed = first.seal("one", content);
  ASSERT_TRUE(sealed) << sealed.error();
  EXPECT_EQ(sealed->bytes.find("aHVudGVy"), std::string::npos);
  EXPECT_EQ(first.open("one", sealed->bytes).value(), content);
  SecretVault next = vault(true);
  EXPECT_EQ(next.open("one", sealed->bytes).value(), content) << "after a restart";
  EXPECT_EQ(next.seal("one", content)->fingerprint, sealed->fingerprint);
  EXPECT_NE(next.seal("one", content)->bytes, sealed->bytes);
  EXPECT_NE(next.seal("one", "{}")->fingerprint, sealed->fingerprint);
}

TEST_F(VaultPlace, SE4_another_secrets_or_damaged_bytes_do_not_open) {
  SecretVault with = vault(false);
  std::string sealed = with.seal("one", "content")->bytes;
  EXPECT_FALSE(with.open("two", sealed));
  sealed.back() = static_cast<char>(sealed.back() ^ 1);
  EXPECT_FALSE(with.open("one", sealed));
  EXPECT_FALSE(with.open("one", "x"));
}

TEST_F(VaultPlace, SE4_the_key_is_its_users_alone) {
  SecretVault with = vault(false);
  ASSERT_TRUE(with.seal("one", "content"));
  struct stat facts {};
  ASSERT_EQ(::stat(file().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  EXPECT_EQ(facts.st_size, 32);
  std::filesystem::permissions(file(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  SecretVault next = vault(true);
  EXPECT_NE(next.seal("one", "x").error().find("chmod 600"), std::string::npos);
}

TEST_F(VaultPlace, SE4_a_key_that_is_gone_is_not_made_anew_while_something_is_sealed) {
  SecretVault with = vault(true);
  const auto sealed = with.seal("one", "content");
  ASSERT_FALSE(sealed);
  EXPECT_NE(sealed.error().find("put the file back from a backup"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(VaultPlace, SE4_a_link_or_a_short_file_is_no_key) {
  std::filesystem::create_symlink("/dev/zero", file());
  SecretVault by_link = vault(true);
  EXPECT_FALSE(by_link.seal("one", "content"));
  std::filesystem::remove(file());
  std::ofstream(file()) << "short";
  std::filesystem::permissions(file(), std::filesystem::perms::owner_read);
  SecretVault by_short = vault(true);
  EXPECT_NE(by_short.seal("one", "content").error().find("32 bytes"), std::string::npos);
}

TEST_F(VaultPlace, SE4_a_renewed_key_seals_and_the_former_one_opens_until_it_goes) {
  SecretVault with = vault(false);
  const auto before = with.seal("one", "content");
  ASSERT_EQ(with.begin_renewal().value(), SecretVault::Renewal::Begun);
  EXPECT_TRUE(with.has_sealed_with_former());
  EXPECT_EQ(with.open("one", before->bytes).value(), "content");
  const auto after = with.reseal("one", before->bytes);
  ASSERT_TRUE(after && *after);
  EXPECT_NE((*after)->fingerprint, before->fingerprint) << "who has the key of before guesses none";
  EXPECT_EQ((*after)->fingerprint, with.seal("one", "content")->fingerprint);
  EXPECT_FALSE(with.reseal("one", (*after)->bytes).value()) << "sealed with the new key already";
  ASSERT_TRUE(with.end_renewal());
  EXPECT_FALSE(std::filesystem::exists(former_file()));
  EXPECT_FALSE(with.has_sealed_with_former());
  EXPECT_FALSE(with.open("one", before->bytes)) << "the key of before opens nothing any more";
  EXPECT_EQ(with.open("one", (*after)->bytes).value(), "content");
}

TEST_F(VaultPlace, SE4_a_renewal_that_was_interrupted_goes_on_with_the_same_key) {
  SecretVault first = vault(false);
  const auto before = first.seal("one", "content");
  ASSERT_EQ(first.begin_renewal().value(), SecretVault::Renewal::Begun);
  const auto after = first.seal("one", "content");
  SecretVault next = vault(true);
  EXPECT_EQ(next.begin_renewal().value(), SecretVault::Renewal::GoesOn);
  EXPECT_FALSE(next.has_sealed_with_former()) << "what another process sealed is in the store";
  EXPECT_EQ(next.open("one", before->bytes).value(), "content");
  EXPECT_EQ(next.open("one", after->bytes).value(), "content");
}

TEST_F(VaultPlace, SE4_a_renewal_that_came_to_no_new_key_begins_again) {
  SecretVault first = vault(false);
  const auto before = first.seal("one", "content");
  std::filesystem::create_hard_link(file(), former_file()); // the crash came then
  std::ofstream(file().string() + ".new") << "half";
  SecretVault next = vault(true);
  EXPECT_EQ(next.open("one", before->bytes).value(), "content");
  EXPECT_EQ(next.begin_renewal().value(), SecretVault::Renewal::Begun);
  EXPECT_EQ(next.open("one", before->bytes).value(), "content");
}

TEST_F(VaultPlace, SE4_a_key_that_is_gone_or_anothers_is_not_renewed) {
  SecretVault with = vault(false);
  ASSERT_TRUE(with.seal("one", "content"));
  std::filesystem::rename(file(), file().string() + ".away");
  EXPECT_NE(with.begin_renewal().error().find("put the file back"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(former_file()));
  SecretVault others = vault(false);
  ASSERT_TRUE(others.seal("one", "other"));
  EXPECT_NE(with.begin_renewal().error().find("was exchanged"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(former_file()));
}

/// Contents sealed with another key would be lost as soon as the right one is back.
TEST_F(VaultPlace, SE4_with_anothers_key_nothing_is_sealed_until_the_right_one_is_back) {
  const std::string sealed = vault(false).seal("one", "content")->bytes;
  exchange();
  SecretVault next = vault_with(sealed);
  const auto refused = next.seal("two", "x");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find(file().string()), std::string::npos) << refused.error();
  EXPECT_NE(refused.error().find("put the file back from a backup"), std::string::npos);
  EXPECT_EQ(next.trouble(), refused.error());
  EXPECT_NE(next.open("one", sealed).error().find("does not open secret one"), std::string::npos);
  std::filesystem::rename(away(), file());
  EXPECT_EQ(next.open("one", sealed).value(), "content") << "without a restart";
  const auto after = next.seal("two", "x");
  ASSERT_TRUE(after) << after.error();
  EXPECT_EQ(next.trouble(), "");
  EXPECT_EQ(vault_with(sealed).open("two", after->bytes).value(), "x");
}

TEST_F(VaultPlace, SE4_a_key_that_goes_while_it_is_in_use_opens_and_seals_nothing) {
  const std::string sealed = vault(false).seal("one", "content")->bytes;
  SecretVault with = vault_with(sealed);
  ASSERT_TRUE(with.seal("two", "x"));
  std::filesystem::rename(file(), away());
  EXPECT_NE(with.seal("two", "x").error().find("put the file back"), std::string::npos);
  EXPECT_EQ(with.open("one", sealed).value(), "content");
  EXPECT_FALSE(std::filesystem::exists(file())) << "no second key is made";
  std::filesystem::rename(away(), file());
  EXPECT_TRUE(with.seal("two", "x"));
  ASSERT_EQ(::chmod(file().c_str(), 0644), 0);
  EXPECT_NE(with.seal("two", "x").error().find("chmod 600"), std::string::npos);
  ASSERT_EQ(::chmod(file().c_str(), 0600), 0);
  EXPECT_TRUE(with.seal("two", "x"));
  exchange();
  EXPECT_NE(with.seal("two", "x").error().find("is another one"), std::string::npos);
  EXPECT_FALSE(with.reseal("one", sealed));
  EXPECT_EQ(with.open("one", sealed).value(), "content");
}

TEST_F(VaultPlace, SE4_a_model_without_secrets_misses_no_key) {
  EXPECT_EQ(vault(false).trouble(), "");
  EXPECT_NE(vault(true).trouble(), "");
}

TEST_F(VaultPlace, SE4_without_secrets_there_is_no_key_to_renew) {
  SecretVault with = vault(false);
  EXPECT_EQ(with.begin_renewal().value(), SecretVault::Renewal::NothingSealed);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(VaultPlace, SE1_ids_are_by_chance_unless_something_else_decides_them) {
  SecretVault with = vault(false);
  EXPECT_NE(with.new_id(), with.new_id());
  with.set_ids([last = 0]() mutable { return std::to_string(++last); });
  EXPECT_EQ(with.new_id(), "1");
  EXPECT_EQ(with.new_id(), "2");
}

TEST(SecretIds, SE1_are_twenty_characters) {
  const std::string id = new_secret_id();
  EXPECT_EQ(id.size(), 20U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdefghijklmnopqrstuv"), std::string::npos);
  EXPECT_NE(id, new_secret_id());
}

} // namespace orrery::store
