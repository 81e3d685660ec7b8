#include "store/rocks_log.hpp"

#include "config/descriptor.hpp"

#include <fcntl.h>
#include <rocksdb/env.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <tuple>

namespace orrery::store {

namespace {

constexpr std::size_t most_bytes = 1 << 20;
constexpr std::size_t longest_line = 1024;

class RocksLog final : public rocksdb::Logger {
public:
  explicit RocksLog(const std::filesystem::path& directory)
    : Logger(rocksdb::InfoLogLevel::WARN_LEVEL), path_(directory / "LOG"),
      old_path_(directory / "LOG.old") {}

  void LogHeader(const char*, va_list) override {} // all options, at each start
  using Logger::Logv;
  void Logv(const char* format, va_list arguments) override {
    const std::scoped_lock lock(mutex_);
    std::array<char, longest_line> line{};
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::size_t size = std::strftime(line.data(), line.size(), "%Y-%m-%dT%H:%M:%SZ ", &parts);
    const int more = std::vsnprintf(line.data() + size, line.size() - size, format, arguments);
    size = std::min(size + static_cast<std::size_t>(std::max(more, 0)), line.size() - 1);
    line[size++] = '\n'; // in the place of the zero
    write(line.data(), size);
  }
  [[nodiscard]] std::size_t GetLogFileSize() const override { return size_; }

private:
  void write(const char* line, std::size_t size) {
    if (!file_.is_open())
      open();
    if (size_ + size > most_bytes) {
      file_.close();
      std::ignore = ::rename(path_.c_str(), old_path_.c_str());
      open();
    }
    if (::write(file_.get(), line, size) > 0)
      size_ += size;
  }
  void open() {
    constexpr mode_t private_file = 0600;
    file_ = config::Descriptor(
      ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, private_file));
    struct stat facts {};
    size_ = file_.is_open() && ::fstat(file_.get(), &facts) == 0
              ? static_cast<std::size_t>(facts.st_size)
              : 0;
  }

  std::mutex mutex_;
  std::filesystem::path path_;
  std::filesystem::path old_path_;
  config::Descriptor file_;
  std::size_t size_ = 0;
};

} // namespace

std::shared_ptr<rocksdb::Logger> make_rocks_log(const std::filesystem::path& directory) {
  return std::make_shared<RocksLog>(directory);
}

} // namespace orrery::store
