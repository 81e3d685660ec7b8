#include "cmd/verbs/model_end_words.hpp"

#include "config/document.hpp"
#include "config/go_duration.hpp"

#include <chrono>

namespace orrery::cmd {

namespace {

/// The flag's time; below zero as if it were not there (MD8).
std::optional<store::Milliseconds> timeout_of(const Arguments& arguments) {
  const auto text = arguments.text("timeout");
  const auto duration = text ? config::parse_go_duration(*text) : std::nullopt;
  if (!duration || duration->count() < 0)
    return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(*duration).count();
}

UsageError misuse(std::string text) {
  return {std::move(text), std::nullopt};
}

} // namespace

std::vector<Flag> model_end_flags() {
  return {
    {"force", '\0', Flag::Kind::Switch, "", "Go past failing hooks, dead agents and lost machines"},
    {"no-wait", '\0', Flag::Kind::Switch, "", "With --force: each step at once"},
    {"timeout", 't', Flag::Kind::Text, "DURATION",
     "With --force: how long each step may take before the model goes with what is left in it"},
    {"destroy-storage", '\0', Flag::Kind::Switch, "", "Destroy its storage with all data"},
    {"release-storage", '\0', Flag::Kind::Switch, "",
     "Refused where it has storage: the data lies in the model's directory"},
  };
}

std::optional<UsageError> wrong_model_end(const Arguments& arguments) {
  if (arguments.words.empty())
    return misuse("no model specified");
  if (arguments.words.size() > 1) {
    std::string extra;
    for (std::size_t i = 1; i < arguments.words.size(); ++i)
      extra += (i == 1 ? "" : " ") + config::quote(arguments.words[i]);
    return arguments.wrong(1, "unrecognized args: [" + extra + "]").value();
  }
  if (arguments.on("destroy-storage") && arguments.on("release-storage"))
    return misuse("--destroy-storage and --release-storage cannot both be specified");
  const auto text = arguments.text("timeout");
  if (text && !config::parse_go_duration(*text))
    return misuse("invalid value \"" + *text
                  + "\" for flag --timeout: write a duration such as 30s or 5m");
  if (timeout_of(arguments) && !arguments.on("force"))
    return misuse("--timeout can only be used with --force (dangerous)");
  return std::nullopt;
}

tl::expected<ModelEnd, std::string> model_end_of(const Arguments& arguments) {
  ModelEnd how;
  how.force = arguments.on("force");
  if (arguments.on("no-wait") && !how.force)
    return tl::unexpected(std::string{"--no-wait without --force not valid"});
  if (arguments.on("no-wait"))
    how.max_wait = 0;
  how.timeout = timeout_of(arguments);
  return how;
}

} // namespace orrery::cmd
