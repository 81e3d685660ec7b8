#include "cmd/console/junit.hpp"

#include "cmd/session/session.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace orrery::cmd::console {

namespace {

constexpr std::string_view tail = "</testsuite>\n</testsuites>\n";

/// Text as XML takes it in an attribute or between tags; what it cannot hold is spelled out.
std::string xml(std::string_view text) {
  std::string safe;
  std::size_t from = 0;
  while (from <= text.size()) { // lines stay lines
    const auto to = std::min(text.find('\n', from), text.size());
    safe += render::escaped(text.substr(from, to - from));
    if (to == text.size())
      break;
    safe += '\n';
    from = to + 1;
  }
  std::string escaped;
  for (const auto character : safe) {
    switch (character) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\n':
      escaped += "&#10;";
      break;
    default:
      escaped += character;
    }
  }
  return escaped;
}

std::string seconds(std::chrono::milliseconds took) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(took.count()) / 1000);
  return text.data();
}

bool is_test(const Record& record) {
  if (record.expected)
    return false;
  return record.exit != Exit::Fine
         || (!record.words.empty()
             && (record.words[0] == "assert" || record.words[0] == "expect"
                 || record.words[0] == "wait"));
}

std::string_view kind_of(int exit) {
  switch (exit) {
  case Exit::Misused:
    return "usage";
  case Exit::AssertFailed:
    return "assertion";
  case Exit::TimedOut:
    return "timeout";
  default:
    return "failed";
  }
}

} // namespace

tl::expected<Junit, std::string> Junit::open(const std::filesystem::path& path) {
  auto file = RecordFile::open(path);
  if (!file)
    return tl::unexpected(file.error());
  Junit junit{std::move(*file)};
  junit.end_ = junit.head().size();
  junit.write({});
  return junit;
}

/// Writes the head, of one length whatever the numbers, so that it can be written anew in its
/// place.
std::string Junit::head() const {
  std::array<char, 300> text{};
  std::snprintf(text.data(), text.size(),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                "<testsuite name=\"orrery\" tests=\"%010llu\" failures=\"%010llu\" errors=\"0\" "
                "time=\"%016.3f\">\n",
                static_cast<unsigned long long>(tests_), static_cast<unsigned long long>(failures_),
                static_cast<double>(took_.count()) / 1000);
  return text.data();
}

void Junit::write(const std::string& testcase) {
  file_.place(head(), 0);
  file_.place(testcase + std::string{tail}, end_);
  end_ += testcase.size();
}

void Junit::take(const Record& record) {
  if (!is_test(record))
    return;
  ++tests_;
  took_ += record.took;
  const auto branch = record.branch.empty() ? std::string{} : " [" + record.branch + "]";
  const auto command = record.words.empty() ? std::string{"script"} : command_line(record.words);
  auto text = "<testcase classname=\"" + xml(record.source) + "\" name=\"line "
              + std::to_string(record.at.line) + ": " + xml(command + branch) + "\" time=\""
              + seconds(record.took) + "\"";
  if (record.exit == Exit::Fine)
    return write(text + "/>\n");
  ++failures_;
  const auto first_line = record.complained.substr(0, record.complained.find('\n'));
  write(text + "><failure type=\"" + std::string{kind_of(record.exit)} + "\" message=\""
        + xml(first_line) + "\">" + xml(record.complained) + "</failure></testcase>\n");
}

} // namespace orrery::cmd::console
