#pragma once

#include "cmd/conditions/hook_history.hpp"
#include "cmd/conditions/selector.hpp"
#include "cmd/session/arguments.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// Something that holds of the model or does not: what `wait`, `unless` and `assert` take.
class Condition {
public:
  /// Whether it holds, and if not, why, one sentence a line.
  struct Finding {
    bool holds = false;
    std::string why;
    std::vector<Entity> about; ///< The first of those that are not as they should be.
  };

  /// Reads words `from` up to `to`:
  ///
  ///     KIND NAME [FILTER...]             such entities exist and all fit; without filters: alive
  ///                                       and active (machines: started)
  ///     KIND NAME gone                    no such entity
  ///     count SELECTOR OP N
  ///     any SELECTOR | none SELECTOR | all SELECTOR FILTER...
  ///     any FILTER... | none FILTER...    of any kind
  ///     hooks UNIT begins-with|ends-with|has HOOK...
  ///     A OP B                            two texts
  ///
  /// NAME may hold `*`. Errors carry the word's number.
  [[nodiscard]] static tl::expected<Condition, UsageError>
  parse(const std::vector<std::string>& words, std::size_t from, std::size_t to);

  /// @param data the orchestrator's data directory, where units' logs lie.
  [[nodiscard]] Finding look(const store::Contents& contents,
                             const std::filesystem::path& data) const;
  /// Names what of a model decides the condition: less than look() needs to tell why not.
  [[nodiscard]] explain::Named decided_by() const;
  /// Returns the condition as it was written.
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  enum class Form : std::uint8_t { Count, None, Any, All, Hooks, Compare };

  tl::expected<void, UsageError>
  read_entity(const std::vector<std::string>& words, std::size_t from, std::size_t to);
  tl::expected<void, UsageError>
  read_hooks(const std::vector<std::string>& words, std::size_t from, std::size_t to);
  tl::expected<void, UsageError>
  read_count(const std::vector<std::string>& words, std::size_t from, std::size_t to);
  tl::expected<void, UsageError>
  read_quantity(const std::vector<std::string>& words, std::size_t from, std::size_t to);
  tl::expected<void, UsageError> read_filters(const std::vector<std::string>& words,
                                              std::size_t from,
                                              std::size_t to,
                                              std::vector<Filter>& filters);
  [[nodiscard]] Finding look_all(const std::vector<Entity>& selected) const;

  std::string text_;
  Form form_ = Form::Any;
  Selector selector_;
  std::vector<Filter> demands_; ///< Of All: what each selected one must fit.
  Comparison comparison_ = Comparison::Equal;
  std::optional<HookClaim> hooks_; ///< Of Hooks.
  std::string left_;               ///< Of Compare.
  std::string right_;              ///< Of Count and Compare.
};

/// Reads what `assert` is to claim. Errors carry the word's place on the command line.
[[nodiscard]] tl::expected<Condition, UsageError> parse_assert(const Arguments& arguments);

} // namespace orrery::cmd::console
