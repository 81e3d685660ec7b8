// Watching programs takes descriptors: where none is left, that is said, and no program is ended.
#include "actors/hooks/open_file_shortage.hpp"
#include "actors/providers/machine_watch.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

namespace orrery::providers {
namespace {

using hooks::Sandbox;

/// Leaves this process so few descriptors that the last eighth is begun.
class FewDescriptors {
public:
  FewDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = limit;
    setrlimit(RLIMIT_NOFILE, &few);
    while (taken_.empty() || taken_.back().get() < static_cast<int>(limit - limit / 8))
      taken_.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  /// Takes the others, too.
  void take_all() {
    do
      taken_.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
    while (taken_.back().is_open());
  }

  static constexpr rlim_t limit = 512;

private:
  rlimit before_{};
  std::vector<config::Descriptor> taken_;
};

TEST(MachineWatch, ends_nothing_for_want_of_descriptors) {
  const Sandbox box;
  int ended = 0;
  MachineWatch watch(box.root(), box.root(),
                     {[](auto) {}, [](const auto&) {}, [&](const auto&) { ++ended; }});
  hooks::KeptPrograms kept;
  kept.unit = "web/0";
  kept.keeper = getpid(); // whoever is alive
  FewDescriptors few;
  EXPECT_NE(watch.add_keeper(kept).find("512 files that may be open"), std::string::npos);
  few.take_all();
  EXPECT_NE(watch.add_keeper(kept).find("the keeper of web/0 cannot be watched"),
            std::string::npos);
  EXPECT_EQ(ended, 0) << "its keeper lives, and so do its programs";
}

TEST(OpenFileShortage, a_hook_says_what_takes_all_open_files) {
  Sandbox box;
  ASSERT_TRUE(box.run(box.job("app/0", "start", "sleep 1000 >/dev/null 2>&1 &")).success())
    << "leaves a program";
  const FewDescriptors few;
  const hooks::HookEnd end = box.run(box.job("web/0", "start", "true"));
  EXPECT_EQ(end.how, hooks::HookEnd::How::NotRun);
  EXPECT_NE(end.stderr_tail.find("each set of programs that units leave running takes one"),
            std::string::npos)
    << end.stderr_tail;
  EXPECT_NE(end.stderr_tail.find("LimitNOFILE="), std::string::npos);
}

} // namespace
} // namespace orrery::providers
