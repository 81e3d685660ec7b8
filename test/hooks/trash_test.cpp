#include "actors/providers/trash.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iterator>
#include <string>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::Sandbox;
using hooks::write_file;

/// Waits until a directory has nothing in it, or so many, as the kernel tells of each that goes.
class Emptying {
public:
  explicit Emptying(const fs::path& directory)
    : directory_(directory), events_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    fs::create_directory(directory);
    inotify_add_watch(events_, directory.c_str(), IN_DELETE);
  }
  ~Emptying() { close(events_); }
  Emptying(const Emptying&) = delete;
  Emptying& operator=(const Emptying&) = delete;

  [[nodiscard]] bool done(std::ptrdiff_t left = 0) const {
    while (std::distance(fs::directory_iterator(directory_), {}) > left) {
      pollfd event{events_, POLLIN, 0};
      char bytes[4096];
      if (poll(&event, 1, static_cast<int>(std::chrono::milliseconds(hooks::most_patience).count()))
            != 1
          || read(events_, bytes, sizeof bytes) <= 0)
        return false;
    }
    return true;
  }

private:
  fs::path directory_;
  int events_;
};

fs::path make_unit(const Sandbox& box, const std::string& name) {
  const fs::path unit = box.root() / name;
  fs::create_directories(unit / "charm" / "hooks");
  write_file(unit / "charm" / "hooks" / "install", "#!/bin/sh\n");
  fs::create_directory_symlink(box.root(), unit / "out");
  return unit;
}

TEST(Trash, takes_directories_away_at_once_and_deletes_them_later) {
  const Sandbox box;
  write_file(box.root() / "precious", "kept");
  const Emptying emptying(box.root() / "trash");
  Trash trash(box.root() / "trash", {});
  for (int i = 0; i < 20; ++i) {
    const fs::path unit = make_unit(box, "app-3"); // the same name again and again
    ASSERT_TRUE(trash.take(unit));
    ASSERT_FALSE(fs::exists(unit));
  }
  EXPECT_TRUE(emptying.done());
  EXPECT_EQ(hooks::read_file(box.root() / "precious"), "kept") << "no link is followed";
}

TEST(Trash, takes_files_too) {
  const Sandbox box;
  const Emptying emptying(box.root() / "trash");
  Trash trash(box.root() / "trash", {});
  for (const char* name : {"unit-app-3.log", "unit-app-3.log.1"}) {
    write_file(box.root() / name, "said");
    ASSERT_TRUE(trash.take(box.root() / name));
    ASSERT_FALSE(fs::exists(box.root() / name));
  }
  EXPECT_TRUE(emptying.done());
}

TEST(Trash, does_not_miss_what_is_not_there) {
  const Sandbox box;
  Trash trash(box.root() / "trash", {});
  EXPECT_TRUE(trash.take(box.root() / "nothing"));
  EXPECT_FALSE(fs::exists(box.root() / "trash" / "nothing"));
}

TEST(Trash, makes_its_directory_for_its_owner_only) {
  const Sandbox box;
  Trash trash(box.root() / "trash", {});
  ASSERT_TRUE(trash.take(make_unit(box, "app-3")));
  EXPECT_EQ(fs::status(box.root() / "trash").permissions(), fs::perms::owner_all);
}

TEST(Trash, deletes_what_an_earlier_process_left) {
  const Sandbox box;
  const Emptying emptying(box.root() / "trash");
  make_unit(box, "trash/1-1");
  make_unit(box, "trash/1-2");
  Trash trash(box.root() / "trash", {});
  trash.begin();
  EXPECT_TRUE(emptying.done());
}

TEST(Trash, deletes_at_once_what_cannot_be_moved) {
  const Sandbox box;
  write_file(box.root() / "trash", "a file where its directory should be");
  Trash trash(box.root() / "trash", {});
  const fs::path unit = make_unit(box, "app-3");
  EXPECT_TRUE(trash.take(unit));
  EXPECT_FALSE(fs::exists(unit));
}

TEST(Trash, tells_once_of_what_stays_and_goes_on_with_the_rest) {
  const Sandbox box;
  const fs::path directory = box.root() / "trash";
  fs::create_directories(directory);
  const fs::path stuck = directory / "1-1";
  fs::create_directories(stuck);
  if (std::system(("chattr +i '" + stuck.string() + "' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no directory can be made undeletable here";
  std::promise<std::string> told;
  std::atomic<int> times{0};
  {
    Trash trash(directory, [&](const std::string& why) {
      if (++times == 1)
        told.set_value(why);
    });
    trash.begin();
    const std::string why = hooks::result_of(told.get_future());
    EXPECT_NE(why.find(stuck.string() + " cannot be removed"), std::string::npos) << why;
    const Emptying rest(directory);
    for (int i = 0; i < 3; ++i) { // the third goes when the second has been looked for
      ASSERT_TRUE(trash.take(make_unit(box, "app-3")));
      ASSERT_TRUE(rest.done(1));
    }
  }
  EXPECT_EQ(times, 1);
  ASSERT_EQ(std::system(("chattr -i '" + stuck.string() + "'").c_str()), 0);
  const Emptying emptying(directory);
  Trash next(directory, {});
  next.begin();
  EXPECT_TRUE(emptying.done()) << "the next process tries again";
}

} // namespace
} // namespace orrery::providers
