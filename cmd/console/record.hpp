#pragma once

#include "cmd/console/script.hpp"
#include "cmd/views/render/document.hpp"
#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// The outcome of one command.
struct Record {
  std::string source; ///< The script's name.
  Position at;
  std::string branch; ///< Of `parallel`: `2`, or `2.1` inside another; else empty.
  /// With their variables' values, as shown_words() has them; none if the text is no script.
  std::vector<std::string> words;
  int exit = 0;               ///< An Exit.
  std::uint64_t sequence = 0; ///< Of the change it made, 0 for none.
  std::string printed;
  std::string complained;
  bool cut = false;                     ///< More was printed than is kept.
  bool expected = false;                ///< Ran inside `expect error`.
  std::chrono::milliseconds at_time{0}; ///< Since the script's beginning.
  std::chrono::milliseconds took{0};
};

/// The words as one line, those with blanks in quotes.
[[nodiscard]] std::string command_line(const std::vector<std::string>& words);
/// Writes the record as one object of --json.
[[nodiscard]] render::Document answer_document(const Record& record);
/// Writes the record as one line of a trace.
[[nodiscard]] render::Document trace_document(const Record& record, std::uint64_t count);

/// A file that is written from its beginning while the script runs, of at most 1 GiB.
class RecordFile {
public:
  /// Makes it, or makes it empty. Errors name the file.
  [[nodiscard]] static tl::expected<RecordFile, std::string>
  open(const std::filesystem::path& path);
  void append(const std::string& text) { place(text, size_); }
  /// Writes at a place up to which there is something already.
  void place(const std::string& text, std::uint64_t offset);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// A sentence once a write has failed; empty until then.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

private:
  config::Descriptor file_;
  std::string path_;
  std::uint64_t size_ = 0;
  std::string trouble_;
};

} // namespace orrery::cmd::console
