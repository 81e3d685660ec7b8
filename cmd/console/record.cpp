#include "cmd/console/record.hpp"

#include "cmd/session/session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace orrery::cmd::console {

namespace {

constexpr std::uint64_t file_max = 1 << 30;

render::Document number(std::uint64_t value) {
  return render::Document::number(std::to_string(value));
}

render::Document number(std::chrono::milliseconds value) {
  return render::Document::number(std::to_string(value.count()));
}

/// The places and the words, which answers and traces have alike.
render::Document beginning(const Record& record) {
  auto document = render::Document::map();
  document.add_text("source", record.source);
  document.add("line", number(record.at.line));
  document.add_text("branch", record.branch);
  document.add("command", command_line(record.words));
  return document;
}

void add_error(render::Document& document, const Record& record) {
  if (record.exit == Exit::Fine)
    return;
  auto error = render::Document::map();
  error.add("code", number(static_cast<std::uint64_t>(record.exit)));
  error.add("text", record.complained);
  document.add("error", std::move(error));
}

void add_outcome(render::Document& document, const Record& record) {
  document.add("ok", record.exit == Exit::Fine);
  if (record.sequence != 0)
    document.add("seq", number(record.sequence));
  add_error(document, record);
  if (record.expected)
    document.add("expected", true);
  document.add("took_ms", number(record.took));
  document.add("output", record.printed);
  if (record.exit == Exit::Fine)
    document.add_text("notes", record.complained);
  if (record.cut)
    document.add("cut", true);
}

} // namespace

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) {
    const auto plain = !word.empty() && word.find_first_of(" \t\n;{}'\"#$\\") == std::string::npos;
    line += line.empty() ? "" : " ";
    if (plain || (word.find('[') != std::string::npos && word.ends_with(']'))) {
      line += word;
      continue;
    }
    line += '"';
    for (const auto character : word) {
      if (character == '"' || character == '\\' || character == '$')
        line += '\\';
      line += character;
    }
    line += '"';
  }
  return line;
}

render::Document answer_document(const Record& record) {
  auto document = beginning(record);
  add_outcome(document, record);
  return document;
}

render::Document trace_document(const Record& record, std::uint64_t count) {
  auto document = render::Document::map();
  document.add("number", number(count));
  document.add("at_ms", number(record.at_time));
  document.add_text("source", record.source);
  document.add("line", number(record.at.line));
  document.add_text("branch", record.branch);
  auto words = render::Document::list();
  for (const auto& word : record.words)
    words.push(word);
  document.add("words", std::move(words));
  document.add("exit", number(static_cast<std::uint64_t>(record.exit)));
  add_outcome(document, record);
  return document;
}

tl::expected<RecordFile, std::string> RecordFile::open(const std::filesystem::path& path) {
  RecordFile made;
  made.path_ = path.string();
  made.file_ = config::Descriptor{
    ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600)};
  if (!made.file_.is_open())
    return tl::unexpected("cannot write " + made.path_ + ": " + std::strerror(errno));
  return made;
}

void RecordFile::place(const std::string& text, std::uint64_t offset) {
  if (!trouble_.empty())
    return;
  if (offset + text.size() > file_max) {
    trouble_ = path_ + " would grow beyond 1 GiB: what came after that is not in it";
    return;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto count = ::pwrite(file_.get(), rest.data(), rest.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0) {
      trouble_ = "cannot write " + path_ + ": " + std::strerror(errno);
      return;
    }
    offset += static_cast<std::uint64_t>(count);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  size_ = std::max(size_, offset);
}

} // namespace orrery::cmd::console
