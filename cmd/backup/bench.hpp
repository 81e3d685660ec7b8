#pragma once

#include <filesystem>
#include <string>

namespace orrery::backup {

/// Where things lie while a restore is under way.
struct Bench {
  explicit Bench(const std::filesystem::path& directory)
    : data(directory), top(data / "restore"), order(top / "order"), models(top / "models") {}
  std::filesystem::path data;
  std::filesystem::path top;
  std::filesystem::path order;
  std::filesystem::path models;
};

/// The name of the note beside a restored model (cmd/backup/finish.cpp).
inline constexpr const char* mark_name = "restored";
/// The name of the note beside several models which of them is the process's own.
inline constexpr const char* first_name = "first";

} // namespace orrery::backup
