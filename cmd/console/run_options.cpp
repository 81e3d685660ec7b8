#include "cmd/console/run_options.hpp"

#include "cmd/console/checking.hpp"

namespace orrery::cmd::console {

namespace {

/// Takes `NAME=VALUE` in. @returns false if it is none.
bool take_variable(RunOptions& options, const std::string& word) {
  const auto sign = word.find('=');
  if (sign == std::string::npos || !is_variable_name(word.substr(0, sign)))
    return false;
  options.variables[word.substr(0, sign)] = word.substr(sign + 1);
  return true;
}

} // namespace

tl::expected<RunOptions, std::string> run_options(const Arguments& arguments,
                                                  const std::string& file) {
  RunOptions options;
  options.json = arguments.on("json");
  options.echo = arguments.on("echo");
  options.trace = arguments.text("trace").value_or("");
  options.junit = arguments.text("junit").value_or("");
  options.directory = std::filesystem::path{file}.parent_path();
  for (const auto& word : arguments.all("set"))
    if (!take_variable(options, word))
      return tl::unexpected("wrong variable in --set \"" + word
                            + "\": write --set NAME=VALUE with letters, digits and _ in its name");
  return options;
}

std::vector<std::string> to_words(const RunOptions& options) {
  std::vector<std::string> words;
  if (options.json)
    words.emplace_back("json");
  if (options.echo)
    words.emplace_back("echo");
  if (!options.trace.empty())
    words.push_back("trace=" + options.trace);
  if (!options.junit.empty())
    words.push_back("junit=" + options.junit);
  for (const auto& [name, value] : options.variables)
    words.push_back("set=" + name + "=" + value);
  if (!options.directory.empty())
    words.push_back("directory=" + options.directory.string());
  return words;
}

tl::expected<RunOptions, std::string> parse_run_options(const std::vector<std::string>& words) {
  RunOptions options;
  for (const auto& word : words) {
    const auto sign = word.find('=');
    const auto name = word.substr(0, sign);
    const auto value = sign == std::string::npos ? std::string{} : word.substr(sign + 1);
    if (word == "json")
      options.json = true;
    else if (word == "echo")
      options.echo = true;
    else if (name == "trace" && !value.empty())
      options.trace = value;
    else if (name == "junit" && !value.empty())
      options.junit = value;
    else if (name == "set" && take_variable(options, value))
      continue;
    else if (name == "directory" && !value.empty())
      options.directory = value;
    else
      return tl::unexpected(
        "unknown option \"" + word
        + "\" of a script: client and orchestrator may be of different versions");
  }
  return options;
}

} // namespace orrery::cmd::console
