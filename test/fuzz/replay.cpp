#include "test/fuzz/target.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// Feeds each file of some directories once: what was found before, and the seeds. Needs no fuzzer.
///
/// usage: replay DIRECTORY...      Prints how many there were; none at all is a failure.
int main(int count, char** arguments) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i]))
      if (entry.is_regular_file())
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    // Before it is fed: so that a crash has a name.
    (void)std::fprintf(stderr, "%s\n", file.c_str());
    orrery::fuzz::feed(bytes);
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
