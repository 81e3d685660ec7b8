#include "cmd/console/run_options.hpp"

namespace orrery::cmd::console {

RunOptions run_options(const Arguments& arguments, const std::string& file) {
  RunOptions options;
  options.json = arguments.on("json");
  options.echo = arguments.on("echo");
  options.trace = arguments.text("trace").value_or("");
  options.junit = arguments.text("junit").value_or("");
  options.directory = std::filesystem::path{file}.parent_path();
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
    else if (name == "directory" && !value.empty())
      options.directory = value;
    else
      return tl::unexpected{
        "unknown option \"" + word
        + "\" of a script: client and orchestrator may be of different versions"};
  }
  return options;
}

} // namespace orrery::cmd::console
