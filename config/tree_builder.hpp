#pragma once

#include "config/lookahead.hpp"
#include "config/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace orrery::config {

/// Thrown by TreeBuilder through the parser, which it ends.
struct Refusal {
  int line = 0;
  int column = 0;
  std::string what;
  std::string remedy;
};

/// Builds a Document's tree from the parser's events and keeps it within its limits.
class TreeBuilder final : public YAML::EventHandler {
public:
  TreeBuilder(const Limits& limits, LookaheadBuffer& input, Dialect dialect)
    : limits_(limits), input_(input), dialect_(dialect) {}

  /// The tree, once the document has ended.
  [[nodiscard]] Node take_root() { return std::move(root_); }
  /// Where the last value in quotes began, line and column; nothing if there was none.
  [[nodiscard]] std::optional<std::pair<int, int>> last_quoted() const { return last_quoted_; }
  /// Doubled keys, of Juju's dialect; at most 100.
  [[nodiscard]] const std::vector<Refusal>& warnings() const { return warnings_; }
  /// Returns the error to report when LookaheadExceeded has ended the parser.
  [[nodiscard]] Refusal refuse_lookahead() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark,
                const std::string& tag,
                YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

private:
  struct Place {
    int line = 0;
    int column = 0;
  };
  /// A key of a mapping: where it was first, and which member has its value.
  struct Known {
    Place place;
    std::size_t member = 0;
  };
  /// A collection that is not closed yet.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<std::string> key; ///< Of a mapping: read, its value not yet.
    Place key_place;
    bool key_is_text = true;
    std::unordered_map<std::string, Known> keys;
    std::size_t slot = 0;     ///< Which member the key's value becomes; a doubled key's is there.
    bool is_merge = false;    ///< The key is `<<`.
    std::vector<Node> merged; ///< Mappings whose members come in where they are not there already.
  };
  /// Cost of copying a subtree.
  struct Cost {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
    std::size_t depth = 0;
  };

  static Cost cost_of(const Node& node);

  Place begin_event(const YAML::Mark& mark);
  [[nodiscard]] bool wants_key() const;
  void count_node(Place place);
  void open(Place place, Node::Kind kind, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void take_key(Place place, const std::string& key, bool quoted);
  void warn_of_doubled(Place place, const std::string& key, Place earlier);
  static void keep_merged(Open& parent, Node node);
  static void merge(Open& mapping);
  void add(Node node, YAML::anchor_t anchor);
  void remember(const Node& node, YAML::anchor_t anchor);

  Limits limits_;
  LookaheadBuffer& input_;
  Dialect dialect_;
  std::vector<Refusal> warnings_;
  Node root_;
  Place last_{1, 1}; ///< Where the newest event began.
  std::optional<std::pair<int, int>> last_quoted_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchored_;
  std::size_t nodes_ = 0;
  Cost anchors_;
  Cost aliases_;
};

} // namespace orrery::config
