// Charms as archives: what is deployed like its directory, and what is refused.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;

struct Member {
  std::string name;
  std::string content;
  mode_t mode = 0644;
  mode_t kind = AE_IFREG; ///< The content of a link is where it leads.
};

void pack(const fs::path& file, const std::vector<Member>& members) {
  archive* const writer = ::archive_write_new();
  ASSERT_EQ(::archive_write_set_format_zip(writer), ARCHIVE_OK);
  ASSERT_EQ(::archive_write_open_filename(writer, file.c_str()), ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, member.name.c_str());
    ::archive_entry_set_filetype(entry, member.kind);
    ::archive_entry_set_perm(entry, member.mode);
    if (member.kind == AE_IFLNK)
      ::archive_entry_set_symlink(entry, member.content.c_str());
    else
      ::archive_entry_set_size(entry, static_cast<std::int64_t>(member.content.size()));
    ASSERT_GE(::archive_write_header(writer, entry), ARCHIVE_WARN)
      << ::archive_error_string(writer);
    if (member.kind == AE_IFREG)
      ::archive_write_data(writer, member.content.data(), member.content.size());
    ::archive_entry_free(entry);
  }
  ASSERT_EQ(::archive_write_free(writer), ARCHIVE_OK);
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

const Member metadata{"metadata.yaml", "{name: shop, summary: s, description: d}\n"};

class Archives : public ::testing::Test {
protected:
  /// Deploys an archive of these. @returns what is said
  std::string refusal(std::vector<Member> members) {
    members.insert(members.begin(), metadata);
    pack(file, members);
    return refusal();
  }
  std::string refusal() {
    EXPECT_EQ(bench.verb({"deploy", "./shop.charm"}), cmd::Exit::Failed);
    EXPECT_TRUE((*bench.orchestrator.contents()).applications.empty());
    for (const auto& left : fs::directory_iterator{bench.directory / "data" / "charms"})
      ADD_FAILURE() << "left behind: " << left.path();
    return bench.output.complained;
  }

  Bench bench;
  const fs::path file = bench.directory / "shop.charm";
};

TEST_F(Archives, one_is_deployed_like_its_directory) {
  pack(file, {metadata,
              {"src/grüße.py", "print(1)\n"},
              {"dispatch", "#!/bin/sh\n", 0755},
              {"hooks/", "", 0755, AE_IFDIR},
              {"hooks/install", "../dispatch", 0777, AE_IFLNK}});
  ASSERT_EQ(bench.verb({"deploy", "./shop.charm"}), cmd::Exit::Fine) << bench.output.complained;
  const auto contents = (*bench.orchestrator.contents());
  ASSERT_TRUE(contents.applications.contains("shop"));
  const fs::path kept =
    bench.directory / "data" / contents.charms.at(contents.applications.at("shop").charm).directory;
  EXPECT_NE(fs::status(kept / "dispatch").permissions() & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(fs::status(kept / "metadata.yaml").permissions() & fs::perms::owner_exec,
            fs::perms::none);
  EXPECT_EQ(fs::read_symlink(kept / "hooks" / "install"), "../dispatch");
  EXPECT_TRUE(fs::exists(kept / "src" / "grüße.py"));
  EXPECT_EQ(std::distance(fs::directory_iterator{kept.parent_path()}, fs::directory_iterator{}), 1)
    << "the draft is gone";
}

/// The archive with the mark that its names are UTF-8, as Python's zipfile sets it.
std::string with_utf8_names(std::string zip) {
  constexpr char utf8_names = 0x08; // of the second byte of the flags
  for (const auto& [head, flags] : {std::pair("PK\x03\x04", 7), std::pair("PK\x01\x02", 9)})
    for (auto at = zip.find(head); at != std::string::npos; at = zip.find(head, at + 1)) {
      char& byte = zip.at(at + static_cast<std::size_t>(flags));
      byte = static_cast<char>(byte | utf8_names);
    }
  return zip;
}

TEST_F(Archives, names_that_are_said_to_be_utf8_stay_what_they_are) {
  pack(file, {metadata, {"src/grüße.py", "print(1)\n"}});
  const std::string bytes = with_utf8_names(text_of(file));
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  ASSERT_EQ(bench.verb({"deploy", "./shop.charm"}), cmd::Exit::Fine) << bench.output.complained;
  const auto contents = (*bench.orchestrator.contents());
  const fs::path kept =
    bench.directory / "data" / contents.charms.at(contents.applications.at("shop").charm).directory;
  EXPECT_TRUE(fs::exists(kept / "src" / "grüße.py"));
}

TEST_F(Archives, a_bundle_names_one) {
  pack(file, {metadata});
  bench.file("bundle.yaml", "applications:\n  web: {charm: ./shop.charm, num_units: 1}\n");
  ASSERT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE((*bench.orchestrator.contents()).units.contains("web/0"));
}

TEST_F(Archives, errors_and_warnings_name_the_archive) {
  pack(file, {{"metadata.yaml", "name: shop\nsummary: [\n"}});
  EXPECT_TRUE(has(refusal(), (file / "metadata.yaml:").string())) << bench.output.complained;
  EXPECT_FALSE(has(bench.output.complained, ".draft"));
}

TEST_F(Archives, one_is_checked_like_its_directory_and_named) {
  pack(file, {{"metadata.yaml", "name: shop\nprovides: 3\n"}, {"hooks/start", "#!/bin/sh\n"}});
  const std::string name = file.string();
  EXPECT_EQ(bench.verb({"charm", "check", "./shop.charm"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.printed, name + "/metadata.yaml:2:11: error: expected a mapping"));
  EXPECT_TRUE(has(bench.output.printed, name + "/hooks/start: warning: is not executable"));
  EXPECT_TRUE(has(bench.output.printed, "\n1 error, 1 warning\n"));
  pack(file, {metadata, {"a", "x"}, {"a", "y"}});
  EXPECT_EQ(bench.verb({"charm", "check", "./shop.charm"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.printed,
            name + ": error: member \"a\" is there twice\n1 error, 0 warnings\n");
  std::ofstream(file, std::ios::binary | std::ios::trunc) << "PK";
  EXPECT_EQ(bench.verb({"charm", "check", "./shop.charm"}), cmd::Exit::Failed);
  EXPECT_TRUE(bench.output.printed.starts_with(name + ": error: is no whole charm archive"))
    << bench.output.printed;
  pack(file, {metadata});
  EXPECT_EQ(bench.verb({"charm", "check", "./shop.charm"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "0 errors, 0 warnings\n");
  EXPECT_FALSE(fs::exists(bench.directory / "data" / "charms")); // it needs no model
}

TEST_F(Archives, names_that_lead_out_are_refused) {
  EXPECT_TRUE(has(refusal({{"../evil", "x"}}), "\"../evil\" would lie outside of the charm"));
  EXPECT_TRUE(has(refusal({{"a/../../evil", "x"}}), "outside of the charm"));
  EXPECT_FALSE(fs::exists(bench.directory / "data" / "evil"));
  EXPECT_FALSE(fs::exists(bench.directory / "data" / "charms" / "evil"));
}

TEST_F(Archives, nothing_is_written_through_a_link) {
  const fs::path elsewhere = bench.directory / "elsewhere";
  fs::create_directory(elsewhere);
  EXPECT_FALSE(refusal({{"out", elsewhere.string(), 0777, AE_IFLNK}, {"out/evil", "x"}}).empty());
  EXPECT_TRUE(fs::is_empty(elsewhere));
  EXPECT_TRUE(has(refusal({{"out", "/etc", 0777, AE_IFLNK}}), "out"));
}

TEST_F(Archives, what_is_neither_file_nor_directory_nor_link_is_refused) {
  pack(file, {metadata, {"disk", ""}});
  std::string bytes =
    text_of(file); // no writer of zip files takes a device: the mode is set by hand
  const auto make_device = [&](std::size_t from, std::size_t to) {
    const std::string regular = "\xa4\x81"; // 0100644
    for (auto at = bytes.find(regular, from); at < to; at = bytes.find(regular, at))
      bytes.replace(at, 2, "\xa4\x61"); // 0060644
  };
  make_device(bytes.rfind("PK\x03\x04"), bytes.find("PK\x01\x02"));
  make_device(bytes.rfind("PK\x01\x02"), bytes.size());
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  EXPECT_TRUE(has(refusal(), "\"disk\" is neither")) << bench.output.complained;
}

TEST_F(Archives, members_that_are_there_twice_are_refused) {
  EXPECT_TRUE(has(refusal({{"a", "x"}, {"a", "y"}}), "\"a\" is there twice"));
}

TEST_F(Archives, one_that_unpacks_to_far_more_than_its_size_is_refused) {
  EXPECT_TRUE(has(refusal({{"zeros", std::string(64U << 20U, '\0')}}),
                  "\"zeros\" makes the archive unpack to more than"))
    << bench.output.complained;
}

TEST_F(Archives, one_that_is_cut_off_anywhere_is_refused) {
  pack(file, {metadata, {"hooks/install", "#!/bin/sh\nexit 0\n", 0755}});
  const std::string whole = text_of(file);
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    EXPECT_TRUE(has(refusal(), "is no whole charm archive")) << length;
  }
}

} // namespace
} // namespace orrery::test
