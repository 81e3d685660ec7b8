#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace orrery::config::test {

/// A directory for a test's files, gone with it.
class SampleDirectory {
public:
  SampleDirectory() {
    auto pattern = (std::filesystem::temp_directory_path() / "orrery-config-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no temporary directory");
    path_ = pattern;
  }
  ~SampleDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  SampleDirectory(const SampleDirectory&) = delete;
  SampleDirectory& operator=(const SampleDirectory&) = delete;
  SampleDirectory(SampleDirectory&&) = delete;
  SampleDirectory& operator=(SampleDirectory&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes a file, and the directories above it.
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file, std::ios::binary} << content;
    return file;
  }

  std::filesystem::path write_program(const std::string& name) const {
    auto file = write(name, "#!/bin/sh\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

  /// An error's text as it is below this directory: `file.yaml:1:2: ...`.
  [[nodiscard]] std::string local(const std::string& text) const {
    const auto prefix = path_.string() + "/";
    auto result = text;
    for (auto at = result.find(prefix); at != std::string::npos; at = result.find(prefix))
      result.erase(at, prefix.size());
    return result;
  }

private:
  std::filesystem::path path_;
};

} // namespace orrery::config::test
