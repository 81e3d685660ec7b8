#pragma once

#include "cmd/console/interpreter.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace orrery::test {

/// A bench with application db and units db/0 to db/2.
struct Language : testing::Test, Bench {
  Language() {
    store::Charm charm;
    charm.name = "db";
    charm.url = "local:db-0";
    (void)orchestrator.run(protocol::CreateApplication{"db", charm, {}});
    for (int i = 0; i < 3; ++i)
      (void)orchestrator.run(protocol::AddUnit{"db", std::nullopt});
  }

  int run(const std::string& text, const cmd::console::RunOptions& options = {}) {
    output.printed.clear();
    output.complained.clear();
    cmd::console::Interpreter interpreter{session};
    return interpreter.run({"test", text, options.directory}, options);
  }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream{directory / name}.rdbuf();
    return text.str();
  }

  [[nodiscard]] std::vector<nlohmann::json> lines(const std::string& text) const {
    std::vector<nlohmann::json> found;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);)
      found.push_back(nlohmann::json::parse(line));
    return found;
  }
};

} // namespace orrery::test
