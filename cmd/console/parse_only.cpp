#include "cmd/console/parse_only.hpp"

#include "cmd/console/checking.hpp"
#include "cmd/console/parser.hpp"
#include "cmd/session/text_file.hpp"
#include "config/counted.hpp"

#include <set>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t files_max = 1000;

class Reading {
public:
  explicit Reading(Output& output) : output_{output} {}

  void read(const Source& source) {
    const auto block = parse(source.text);
    if (!block)
      return wrong(source, block.error());
    for (const auto& error : check_block(*block))
      wrong(source, error);
    walk(source, *block);
  }

  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t commands() const { return commands_; }

private:
  void wrong(const Source& source, const ScriptError& error) {
    ++errors_;
    output_.err("ERROR " + describe(source, error.at, error.text));
  }

  void walk(const Source& source, const Block& block) {
    for (const auto& statement : block) {
      ++commands_;
      if (!statement.words[0].quoted && statement.words[0].literal() == "source")
        include(source, statement.words[1]);
      walk(source, statement.block);
      walk(source, statement.otherwise);
    }
  }

  /// A file is read once, however often it is named. A name with a variable is not known yet.
  void include(const Source& source, const Word& name) {
    const auto path = source.directory / name.literal();
    if (name.literal().empty() || !read_.insert(path.lexically_normal().string()).second)
      return;
    if (read_.size() > files_max)
      return wrong(source, {"more than 1000 files", name.at, false});
    const auto text = read_text_file(path, script_bytes_max);
    if (!text)
      return wrong(source, {text.error(), name.at, false});
    read({name.literal(), *text, path.parent_path()});
  }

  Output& output_;
  std::set<std::string> read_;
  std::size_t errors_ = 0;
  std::size_t commands_ = 0;
};

} // namespace

int parse_only(const Source& source, const RunOptions& options, Output& output) {
  Reading reading{output};
  reading.read(source);
  if (const auto block = parse(source.text))
    if (const auto unknown = check_given(*block, options.variables); !unknown.empty()) {
      output.err("ERROR " + unknown + "\n");
      return Exit::Misused;
    }
  if (reading.errors() > 0)
    return Exit::Misused;
  output.out(source.name + ": " + config::counted(reading.commands(), "command")
             + ", nothing is wrong with them as far as can be seen without running\n");
  return Exit::Fine;
}

} // namespace orrery::cmd::console
