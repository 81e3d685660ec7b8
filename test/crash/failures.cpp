#include "test/crash/failures.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace orrery::test {

namespace {

/// Owned by GoogleTest while it listens.
class Listener final : public testing::EmptyTestEventListener {
public:
  std::vector<std::string> failures;

private:
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed())
      failures.emplace_back(result.message());
  }
};

Listener* listening = nullptr;

} // namespace

Failures::Failures() {
  auto listener = std::make_unique<Listener>();
  listening = listener.get();
  testing::UnitTest::GetInstance()->listeners().Append(listener.release());
}

Failures::~Failures() {
  delete testing::UnitTest::GetInstance()->listeners().Release(std::exchange(listening, nullptr));
}

std::vector<std::string> Failures::take() {
  return std::exchange(listening->failures, {});
}

} // namespace orrery::test
