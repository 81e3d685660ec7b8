#include "actors/hooks/kept_note.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

/// A note of this process in a directory of its own.
struct OwnNote {
  Sandbox box;
  OwnKeptNote note{box.root().string(), 3, "app/0"};
  std::filesystem::path file = std::filesystem::path(kept_directory(box.root().string(), 3))
                               / kept_note_name("app/0", getpid());

  void add(pid_t from, pid_t to) {
    for (pid_t pid = from; pid <= to; ++pid)
      note.add({pid, 1'000U + static_cast<unsigned>(pid), "program"});
  }
  [[nodiscard]] std::vector<pid_t> named() const {
    std::vector<pid_t> pids;
    const auto read = read_kept_note(file);
    for (const KeptProgram& program : read ? read->programs : std::vector<KeptProgram>()) {
      EXPECT_EQ(program.started, 1'000U + static_cast<unsigned>(program.pid));
      EXPECT_EQ(program.name, "program");
      pids.push_back(program.pid);
    }
    return pids;
  }
};

using Pids = std::vector<pid_t>;

TEST(KeptNote, names_those_that_have_not_ended) {
  OwnNote own;
  own.add(7, 11);
  own.note.write();
  EXPECT_EQ(own.named(), (Pids{7, 8, 9, 10, 11}));
  const auto whole = std::filesystem::file_size(own.file);
  EXPECT_TRUE(own.note.drop(7) && own.note.drop(9));
  EXPECT_FALSE(own.note.drop(9) || own.note.drop(6));
  own.add(123, 123);
  own.note.write();
  EXPECT_EQ(own.named(), (Pids{8, 10, 11, 123}));
  EXPECT_GT(std::filesystem::file_size(own.file), whole) << "nothing is written twice";
  EXPECT_TRUE(own.note.drop(8) && own.note.drop(123));
  own.add(9, 9);
  own.add(40, 40);
  EXPECT_TRUE(own.note.drop(40)) << "never written";
  own.note.write();
  EXPECT_EQ(own.named(), (Pids{9, 10, 11}));
  EXPECT_LT(std::filesystem::file_size(own.file), whole) << "most lines were none";
  for (const pid_t pid : {9, 10, 11})
    EXPECT_TRUE(own.note.drop(pid));
  own.note.write();
  EXPECT_TRUE(std::filesystem::is_empty(own.file));
  own.note.remove();
  EXPECT_FALSE(std::filesystem::exists(own.file.parent_path()));
}

TEST(KeptNote, is_made_anew_where_another_has_its_place) {
  OwnNote own;
  own.add(1, 9);
  own.note.write();
  std::filesystem::remove_all(own.file.parent_path());
  EXPECT_TRUE(own.note.drop(5));
  own.note.write();
  EXPECT_EQ(own.named(), (Pids{1, 2, 3, 4, 6, 7, 8, 9}));
  write_file(own.file, "else\n");
  EXPECT_TRUE(own.note.drop(1));
  own.note.write();
  EXPECT_EQ(own.named(), (Pids{2, 3, 4, 6, 7, 8, 9}));
}

/// Bytes that this thread has handed to the system so far, or 0 where that is not counted.
std::size_t written_bytes() {
  const std::string text = read_file("/proc/thread-self/io");
  const std::size_t at = text.find("wchar: ");
  return at == std::string::npos ? 0 : std::stoul(text.substr(at + 7));
}

TEST(KeptNote, of_many_that_end_one_by_one_is_not_written_anew_for_each) {
  constexpr pid_t count = 2'000;
  OwnNote own;
  own.add(1, count);
  own.note.write();
  const std::size_t whole = std::filesystem::file_size(own.file);
  const std::size_t before = written_bytes();
  if (before == 0)
    GTEST_SKIP() << "this kernel does not count what is written";
  for (pid_t pid = 1; pid <= count; ++pid) {
    EXPECT_TRUE(own.note.drop(pid));
    if (pid % 2 == 0)
      own.add(count + pid, count + pid); // an heir
    own.note.write();
  }
  EXPECT_LT(written_bytes() - before, 4 * whole);
  EXPECT_EQ(own.named().size(), std::size_t{count / 2});
}

} // namespace
} // namespace orrery::hooks
