#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/start_fault.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <filesystem>
#include <string>

namespace orrery::hooks {

TEST(StartFault, tells_a_mount_without_execution_from_a_file_without_the_right) {
  Sandbox box;
  HookJob job = box.job("app/0", "install", "exit 0");
  const KeeperReport denied{KeeperReport::Kind::NoProgram, EACCES, 0};
  std::filesystem::permissions(job.program, std::filesystem::perms::owner_read);
  EXPECT_NE(start_fault(job, denied).find("make it executable"), std::string::npos);
  // Files that nobody has to make on a file system that is often mounted so.
  for (const char* file : {"/proc/version", "/sys/kernel/mm", "/dev/null"}) {
    struct statvfs found {};
    if (::statvfs(file, &found) == 0 && (found.f_flag & ST_NOEXEC) != 0)
      job.program = file;
  }
  if (job.program.starts_with(box.root().string()))
    GTEST_SKIP() << "neither /proc nor /sys nor /dev is mounted noexec here";
  EXPECT_NE(start_fault(job, denied).find("mounted noexec"), std::string::npos);
}

} // namespace orrery::hooks
