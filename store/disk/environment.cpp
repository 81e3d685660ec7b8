#include "store/disk/environment.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/system_clock.h>

#include <atomic>

namespace orrery::store {

namespace {

constexpr std::uint64_t first_microsecond = 1'600'000'000'000'000; // some day in 2020
constexpr std::uint64_t second = 1'000'000;

class VirtualClock final : public rocksdb::SystemClock {
public:
  const char* Name() const override { return "VirtualClock"; }
  std::uint64_t NowMicros() override { return ++now_; }
  void SleepForMicroseconds(int microseconds) override {
    now_ += static_cast<std::uint64_t>(microseconds);
  }
  rocksdb::Status GetCurrentTime(std::int64_t* seconds) override {
    *seconds = static_cast<std::int64_t>(NowMicros() / second);
    return rocksdb::Status::OK();
  }
  std::string TimeToString(std::uint64_t seconds) override { return std::to_string(seconds); }

private:
  std::atomic<std::uint64_t> now_ = first_microsecond;
};

class SimulatedEnvironment final : public rocksdb::EnvWrapper {
public:
  SimulatedEnvironment(const std::shared_ptr<rocksdb::FileSystem>& files, BackgroundWork& work)
    : EnvWrapper(rocksdb::NewCompositeEnv(files)), work_(work) {
    system_clock_ = std::make_shared<VirtualClock>();
  }

  void Schedule(void (*run)(void*),
                void* argument,
                Priority priority,
                void* tag,
                void (*cancel)(void*)) override {
    work_.add({run, argument, priority, tag, cancel});
  }
  int UnSchedule(void* tag, Priority priority) override { return work_.cancel(tag, priority); }
  unsigned GetThreadPoolQueueLen(Priority priority) const override { return work_.size(priority); }
  void SetBackgroundThreads(int, Priority) override {}
  int GetBackgroundThreads(Priority) override { return 1; }
  void IncBackgroundThreadsIfNeeded(int, Priority) override {}

  std::uint64_t NowMicros() override { return system_clock_->NowMicros(); }
  std::uint64_t NowNanos() override { return system_clock_->NowNanos(); }
  std::uint64_t NowCPUNanos() override { return 0; }
  void SleepForMicroseconds(int microseconds) override {
    system_clock_->SleepForMicroseconds(microseconds);
  }
  rocksdb::Status GetCurrentTime(std::int64_t* seconds) override {
    return system_clock_->GetCurrentTime(seconds);
  }

private:
  BackgroundWork& work_;
};

} // namespace

std::unique_ptr<rocksdb::Env> make_environment(const std::shared_ptr<rocksdb::FileSystem>& files,
                                               BackgroundWork& work) {
  return std::make_unique<SimulatedEnvironment>(files, work);
}

} // namespace orrery::store
