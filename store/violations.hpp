#pragma once

#include "store/contents.hpp"

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

/// The parts of broken_invariants(); each looks at one kind of truth and says each violation once.
namespace orrery::store {

/// Sentences, one a violation.
class Violations {
public:
  /// Text and numbers, put together as they are.
  void say(const auto&... parts) {
    std::string sentence;
    (append(sentence, parts), ...);
    sentences_.push_back(std::move(sentence));
  }
  [[nodiscard]] std::vector<std::string> take() && { return std::move(sentences_); }

private:
  static void append(std::string& to, std::string_view text) { to += text; }
  static void append(std::string& to, std::integral auto number) { to += std::to_string(number); }

  std::vector<std::string> sentences_;
};

/// `relation 3 (wordpress:db mysql:server)`.
[[nodiscard]] std::string name_of(const Relation& relation);

/// Checks that whatever a record refers to exists (L5).
void check_references(const Contents& contents, Violations& violations);
/// Counted and recorded agree.
void check_counts(const Contents& contents, Violations& violations);
/// Applications count the charms that their units have, and only what somebody has is kept (P4,
/// P21, P32).
void check_charms(const Contents& contents, Violations& violations);
/// Sequences are ahead of every number that was given out (L6).
void check_sequences(const Contents& contents, Violations& violations);
/// Whoever is not Alive still has a reason to be there, and whoever is Dead holds nothing (L4, L5,
/// A6, S8, U4).
void check_lives(const Contents& contents, Violations& violations);
/// Keys, ends, scopes, bags and cleanups of relations (R1, S1, C1).
void check_relations(const Contents& contents, Violations& violations);
/// Operations count their tasks, whose receivers are there (A7, A15).
void check_operations(const Contents& contents, Violations& violations);
/// Instances and attachments agree, and nobody Dead holds any (ST15, ST16, ST19, ST25).
void check_storage(const Contents& contents, Violations& violations);
/// Owners, readers and subjects of secrets are there, and grants with their relations (SE29, SE34,
/// SE36 to SE38).
void check_secrets(const Contents& contents, Violations& violations);
/// Subordinates are with their principals, one of an application each (B1, B2, B5).
void check_subordinates(const Contents& contents, Violations& violations);

} // namespace orrery::store
