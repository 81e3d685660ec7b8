#include "test/support/decisions.hpp"

#include "store/keys.hpp"

#include <ostream>

namespace orrery::rules {

void PrintTo(const Decision& decision, std::ostream* out) {
  constexpr std::string_view verdicts[] = {"Proceed", "Nothing", "Refuse", "Again"};
  *out << verdicts[static_cast<std::size_t>(decision.verdict)] << " \"" << decision.refusal.text
       << "\" writes:";
  for (const Write& write : decision.writes)
    *out << ' ' << (write.deleted ? "-" : write.created ? "+" : "") << store::key_of(write.record);
  *out << " visits:";
  for (const Visit& visit : decision.visits)
    *out << ' ' << static_cast<int>(visit.who.rank) << ':' << visit.who.id << ':' << visit.who.name
         << '#' << visit.step.index();
  *out << " created: " << decision.created;
}

} // namespace orrery::rules

namespace orrery::test {

namespace {
const rules::Writes nothing_yet;
}

rules::Context now(const rules::Writes& so_far) {
  return {present, "test", &so_far};
}

rules::Context now() {
  return now(nothing_yet);
}

rules::Decision
decided(rules::Writes writes, std::vector<rules::Visit> visits, std::string created) {
  rules::Decision decision;
  decision.writes = std::move(writes);
  decision.visits = std::move(visits);
  decision.created = std::move(created);
  return decision;
}

::testing::AssertionResult
refused(const rules::Decision& decision, protocol::Code code, std::string_view words) {
  rules::Decision bare = rules::refuse(code, decision.refusal.text);
  if (decision == bare && decision.refusal.text.find(words) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "not refused with code " << static_cast<int>(code) << " and \"" << words
         << "\", but code " << static_cast<int>(decision.refusal.code) << ": "
         << ::testing::PrintToString(decision);
}

} // namespace orrery::test
