#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace orrery::fuzz {

/// A directory of this process, in memory where the system has that; gone at the end.
class Scratch {
public:
  Scratch() {
    const std::filesystem::path base = std::filesystem::is_directory("/dev/shm")
                                         ? "/dev/shm"
                                         : std::filesystem::temp_directory_path();
    path_ = base / ("orrery-fuzz-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored; // Nobody is left to be told.
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path write(const std::string& name, std::string_view text) const {
    auto file = path_ / name;
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
    return file;
  }

private:
  std::filesystem::path path_;
};

} // namespace orrery::fuzz
