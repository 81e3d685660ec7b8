// Files that are opened and written for a client of another user than the orchestrator's.
#include "cmd/console/interpreter.hpp"
#include "cmd/session/open_for.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;
using cmd::Exit;

constexpr uid_t other_uid = 65531; // a user that no host gives to anybody

void set_mode(const fs::path& path, unsigned mode) {
  fs::permissions(path, static_cast<fs::perms>(mode));
}

/// The error of opening it for a user; 0: it was opened.
int error_of(uid_t user, const fs::path& path) {
  errno = 0;
  return cmd::open_for(user, path).is_open() ? 0 : errno;
}

TEST(OpenFor, only_what_that_user_may_read_is_opened) {
  const Bench bench;
  const auto& directory = bench.directory;
  const auto open = bench.file("open", "text");
  const auto closed = bench.file("closed", "text");
  const auto hidden = bench.file("hidden/open", "text");
  set_mode(directory, 0755);
  set_mode(open, 0644);
  set_mode(closed, 0600);
  set_mode(hidden, 0644);
  set_mode(hidden.parent_path(), 0700);
  EXPECT_EQ(error_of(other_uid, open), 0);
  EXPECT_EQ(error_of(other_uid, closed), EACCES);
  EXPECT_EQ(error_of(other_uid, hidden), EACCES);
  EXPECT_EQ(error_of(other_uid, directory / "hidden" / ".." / "open"), EACCES);
  EXPECT_EQ(error_of(other_uid, directory / "nothing"), ENOENT);
  EXPECT_EQ(error_of(other_uid, open / "below"), ENOTDIR);
  EXPECT_EQ(error_of(::geteuid(), closed), 0) << "its owner may";
  EXPECT_EQ(error_of(::geteuid(), hidden), 0);
}

TEST(OpenFor, a_link_leads_nowhere_else_than_its_user_may_go) {
  const Bench bench;
  const auto& directory = bench.directory;
  set_mode(directory, 0755);
  set_mode(bench.file("open", "text"), 0644);
  set_mode(bench.file("closed", "text"), 0600);
  fs::create_symlink("open", directory / "to-open");
  fs::create_symlink(directory / "to-open", directory / "to-link");
  fs::create_symlink(directory / "closed", directory / "to-closed");
  fs::create_symlink("round", directory / "round");
  EXPECT_EQ(error_of(other_uid, directory / "to-link"), 0);
  EXPECT_EQ(error_of(other_uid, directory / "to-closed"), EACCES);
  EXPECT_EQ(error_of(other_uid, directory / "round"), ELOOP);
}

TEST(OtherUser, texts_are_read_by_what_he_may) {
  Bench bench;
  bench.charm("web");
  bench.file("web/config.yaml", "options:\n  note: {type: string}\n");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), Exit::Fine) << bench.output.complained;
  set_mode(bench.directory, 0755);
  const auto note = bench.file("note", "web:\n  note: private\n");
  const auto script = bench.file("script", "private\n");
  set_mode(note, 0600);
  set_mode(script, 0600);
  bench.session.other_user = other_uid;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"config", "web", "note=@note"}, {"config", "web", "--file", "note"}}) {
    EXPECT_EQ(bench.verb(words), Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, "is read for you")) << bench.output.complained;
  }
  EXPECT_NE(bench.script("source script"), Exit::Fine);
  EXPECT_FALSE(has(bench.output.complained, "private")) << bench.output.complained;
  set_mode(note, 0644);
  EXPECT_EQ(bench.verb({"config", "web", "note=@note"}), Exit::Fine) << bench.output.complained;
}

TEST(OtherUser, CL15_a_bundle_is_read_for_whoever_may_deploy_one_and_for_no_other_user) {
  Bench bench;
  bench.charm("web");
  const auto bundle = bench.file("web.yaml", "applications:\n  web: {charm: ./web}\n");
  bench.session.right = cmd::Right::Read;
  EXPECT_EQ(bench.verb({"diff-bundle", "./web.yaml"}), Exit::Fine) << "it is his own file";
  bench.session.other_user = other_uid;
  EXPECT_EQ(bench.verb({"diff-bundle", "./web.yaml"}), Exit::Failed);
  const auto refused = bench.output.complained;
  EXPECT_TRUE(has(refused, " export-bundle\"")) << refused;
  EXPECT_EQ(bench.verb({"diff-bundle", "./nowhere.yaml"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, refused) << "not even whether it is there is told";
  bench.session.right = cmd::Right::Write;
  EXPECT_EQ(bench.verb({"diff-bundle", "./web.yaml"}), Exit::Fine) << bench.output.complained;
}

TEST(OtherUser, no_file_is_written) {
  Bench bench;
  bench.session.other_user = other_uid;
  cmd::console::Interpreter interpreter{bench.session};
  cmd::console::RunOptions options;
  for (auto* const path : {&options.trace, &options.junit}) {
    options.trace.clear();
    options.junit.clear();
    *path = "written";
    EXPECT_EQ(interpreter.run({"test", "status"}, options), Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, "only its own user and root may name a file"))
      << bench.output.complained;
    EXPECT_FALSE(fs::exists(bench.directory / "written"));
  }
}

} // namespace
} // namespace orrery::test
