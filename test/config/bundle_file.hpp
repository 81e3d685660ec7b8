#pragma once

#include "config/bundle.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace orrery::config::test {

/// A bundle beside the charm directories `web` and `charms/db`.
class BundleFile : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directories(files_.path() / "web");
    std::filesystem::create_directories(files_.path() / "charms/db");
  }

  Result<Bundle> load(const std::string& text) const {
    return load_bundle(files_.write("bundle.yaml", text));
  }
  std::string error(const std::string& text) const {
    const auto loaded = load(text);
    return loaded ? "no error" : files_.local(loaded.error().text());
  }
  /// The error of a bundle whose one application has these further members.
  std::string application_error(const std::string& members) const {
    return error("applications:\n  web:\n    charm: ./web\n" + members);
  }

  SampleDirectory files_;
};

inline const std::string two_applications = "applications:\n"
                                            "  web: {charm: ./web, num_units: 2}\n"
                                            "  db: {charm: ./charms/db, num_units: 1}\n";

} // namespace orrery::config::test
