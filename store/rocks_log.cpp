#include "store/rocks_log.hpp"

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
    : Logger(rocksdb::InfoLogLevel::WARN_LEVEL), x_path(directory / "LOG"),
      x_old_path(directory / "LOG.old") {}
  ~RocksLog() override { close(); }

  void LogHeader(const char*, va_list) override {} // all options, at each start
  using Logger::Logv;
  void Logv(const char* format, va_list arguments) override {
    const std::scoped_lock lock(x_mutex);
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
  [[nodiscard]] std::size_t GetLogFileSize() const override { return x_size; }

private:
  void write(const char* line, std::size_t size) {
    if (x_descriptor < 0)
      open();
    if (x_size + size > most_bytes) {
      close();
      std::ignore = ::rename(x_path.c_str(), x_old_path.c_str());
      open();
    }
    if (::write(x_descriptor, line, size) > 0)
      x_size += size;
  }
  void open() {
    constexpr mode_t private_file = 0600;
    x_descriptor = ::open(x_path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, private_file);
    struct stat facts {};
    x_size = x_descriptor >= 0 && ::fstat(x_descriptor, &facts) == 0
               ? static_cast<std::size_t>(facts.st_size)
               : 0;
  }
  void close() {
    if (x_descriptor >= 0)
      ::close(x_descriptor);
    x_descriptor = -1;
  }

  std::mutex x_mutex;
  std::filesystem::path x_path;
  std::filesystem::path x_old_path;
  int x_descriptor = -1;
  std::size_t x_size = 0;
};

} // namespace

std::shared_ptr<rocksdb::Logger> make_rocks_log(const std::filesystem::path& directory) {
  return std::make_shared<RocksLog>(directory);
}

} // namespace orrery::store
