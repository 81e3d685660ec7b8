#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <tuple>
#include <vector>

namespace orrery::test {

namespace {

/// Goes away when it has been told something for the last time.
class Viewer : public cmd::Output {
public:
  explicit Viewer(FakeOrchestrator& orchestrator, int pictures)
    : orchestrator_{orchestrator}, left_{pictures} {}
  void out(std::string_view text) override {
    seen += text;
    if (text.find("Model ") == std::string_view::npos || --left_ == 0)
      return;
    orchestrator_.change([this](store::Contents& contents) {
      contents.model.name = "change-" + std::to_string(left_);
    });
  }
  void err(std::string_view text) override { seen += text; }
  bool cancelled() override { return left_ == 0; }
  std::string seen;

private:
  FakeOrchestrator& orchestrator_;
  int left_;
};

std::string watched(bool terminal, int pictures) {
  Bench bench;
  Viewer viewer{bench.orchestrator, pictures};
  bench.session.output = &viewer;
  bench.session.terminal.is_tty = terminal;
  EXPECT_EQ(bench.verb({"status", "--watch", "100ms", "--utc"}), cmd::Exit::Fine);
  return viewer.seen;
}

} // namespace

TEST(StatusWatch, shows_every_change_below_the_last_where_there_is_no_terminal) {
  const std::string seen = watched(false, 3);
  EXPECT_EQ(count(seen, "Model "), 3U + 3U) << seen; // the table, and that it is empty
  EXPECT_NE(seen.find("Model \"default\" is empty.\n\nModel "), std::string::npos) << seen;
  EXPECT_NE(seen.find("change-2"), std::string::npos) << seen;
  EXPECT_NE(seen.find("change-1"), std::string::npos) << seen;
  EXPECT_EQ(seen.find('\x1b'), std::string::npos);
}

TEST(StatusWatch, draws_in_place_on_a_terminal) {
  const std::string seen = watched(true, 2);
  EXPECT_TRUE(seen.starts_with("\x1b[2J\x1b[HModel "));
  EXPECT_EQ(count(seen, "\x1b[2J"), 1U);
  EXPECT_EQ(count(seen, "\x1b[H"), 2U);
  EXPECT_EQ(count(seen, "\x1b[J"), 2U);
  EXPECT_EQ(count(seen, "\n"), count(seen, "\x1b[K\n"));
}

TEST(StatusWatch, is_cut_to_the_terminal_and_says_how_much_is_hidden) {
  Bench bench;
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(bench.verb({"add-machine"}), cmd::Exit::Fine);
  for (const auto& [rows, columns, lines] :
       std::vector<std::tuple<std::uint32_t, std::uint32_t, std::size_t>>{
         {10, 100, 9}, {10, 30, 9}, {100, 100, 0}, {3, 100, 2}}) {
    Viewer viewer{bench.orchestrator, 1};
    bench.session.output = &viewer;
    bench.session.terminal = {true, false, false, columns, rows};
    EXPECT_EQ(bench.verb({"status", "--watch", "100ms", "--utc"}), cmd::Exit::Fine);
    EXPECT_EQ(viewer.seen.find("more lines: name what to see") != std::string::npos, lines > 0);
    if (lines > 0) {
      EXPECT_LE(count(viewer.seen, "\x1b[K"), lines) << rows << "x" << columns << viewer.seen;
    }
  }
}

/// A client whose window grows once something was drawn in it.
class GrowingWindow final : public cmd::Output {
public:
  void out(std::string_view text) override { seen += text; }
  void err(std::string_view text) override { seen += text; }
  void progress(std::string_view text) override { told.emplace_back(text); }
  bool cancelled() override { return count(seen, "\x1b[H") == 2; }
  std::optional<cmd::WindowSize> resized() override {
    if (seen.empty() || grown_++ > 0)
      return std::nullopt;
    return cmd::WindowSize{100, 60};
  }
  std::string seen;
  std::vector<std::string> told;

private:
  int grown_ = 0;
};

TEST(StatusWatch, follows_the_size_of_the_window_and_needs_no_progress) {
  Bench bench;
  EXPECT_EQ(bench.verb({"add-machine", "-n", "30"}), cmd::Exit::Fine);
  GrowingWindow window;
  bench.session.output = &window;
  bench.session.terminal = {true, false, true, 100, 10};
  EXPECT_EQ(bench.verb({"status", "--watch", "100ms", "--utc"}), cmd::Exit::Fine);
  const auto second = window.seen.find("\x1b[H", window.seen.find("more lines"));
  ASSERT_NE(second, std::string::npos) << window.seen;
  EXPECT_EQ(window.seen.find("more lines", second), std::string::npos) << window.seen;
  EXPECT_EQ(window.told, std::vector<std::string>{""});
}

TEST(StatusWatch, says_what_is_wrong) {
  Bench bench;
  for (const std::string period : {"", "soon", "99ms", "-1"}) {
    EXPECT_EQ(bench.verb({"status", "--watch=" + period}), cmd::Exit::Misused) << period;
    EXPECT_NE(bench.output.complained.find("--watch"), std::string::npos);
  }
  EXPECT_NE(bench.script("status --watch 5s"), cmd::Exit::Fine);
  EXPECT_NE(bench.output.complained.find("a script cannot watch"), std::string::npos);
  EXPECT_EQ(bench.verb({"status", "--graph", "--format", "json"}), cmd::Exit::Misused);
}

} // namespace orrery::test
