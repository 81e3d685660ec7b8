#pragma once

#include "actors/rules/endpoints.hpp"
#include "actors/rules/steps.hpp"
#include "store/records.hpp"

#include <string>
#include <utility>
#include <vector>

/// Decisions of participants of a transaction: plain comparable data.
namespace orrery::rules {

/// One record's new value, or its deletion (then `record` is the one that goes).
struct Write {
  store::Record record;
  bool deleted = false;
  bool created = false; ///< Of an entity: its actor begins.
  bool operator==(const Write&) const = default;
};
using Writes = std::vector<Write>;

/// Knowledge that a rule may have beside its own entity's.
struct Context {
  store::Milliseconds now = 0;
  std::string cause; ///< The command that set the transaction going, for Turn.
  const Writes* so_far =
    nullptr; ///< What earlier participants have decided; never null while deciding.
};

enum class Verdict : std::uint8_t {
  Proceed, ///< With these writes and further visits.
  Nothing, ///< It is so already: the whole transaction ends as a success without changes (L3).
  Refuse,  ///< The whole transaction ends without changes.
  Again,   ///< Its assumptions do not hold: start over with `visits` as the route (L8).
};

struct Decision {
  Verdict verdict = Verdict::Proceed;
  Refusal refusal;
  Writes writes;
  std::vector<Visit> visits; ///< Participants found on the way; each sorts after this one.
  std::string created;       ///< Name of what was created, for the answer.
  bool operator==(const Decision&) const = default;
};

[[nodiscard]] inline Decision proceed() {
  return {};
}
[[nodiscard]] inline Decision nothing() {
  return {.verdict = Verdict::Nothing, .refusal = {}, .writes = {}, .visits = {}, .created = {}};
}
[[nodiscard]] inline Decision refuse(protocol::Code code, std::string text) {
  return {.verdict = Verdict::Refuse,
          .refusal = {code, std::move(text)},
          .writes = {},
          .visits = {},
          .created = {}};
}
[[nodiscard]] inline Decision again(std::vector<Visit> route) {
  return {.verdict = Verdict::Again,
          .refusal = {},
          .writes = {},
          .visits = std::move(route),
          .created = {}};
}

[[nodiscard]] inline Write put(store::Record record) {
  return {.record = std::move(record)};
}
[[nodiscard]] inline Write create(store::Record record) {
  return {.record = std::move(record), .deleted = false, .created = true};
}
[[nodiscard]] inline Write erase(store::Record record) {
  return {.record = std::move(record), .deleted = true};
}

/// Adds a visit to a route that is sorted by Who; releases of one application become one visit, and
/// so do the applications that the model is to forget.
void add_visit(std::vector<Visit>& route, std::size_t from, Visit visit);

} // namespace orrery::rules
