#include "store/codec.hpp"
#include "store/keys.hpp"
#include "test/fuzz/target.hpp"

#include <string>

/// The model's records: length(1) key bytes. What is accepted has one spelling only.
namespace orrery::fuzz {

void feed(std::string_view bytes) {
  const auto [size, rest] = choose(bytes, 255);
  const std::string_view key = rest.substr(0, size);
  const std::string_view value = rest.substr(key.size());
  const auto record = store::decode(key, value);
  if (!record) {
    demand(!record.error().what.empty(), "an error without words");
    return;
  }
  demand(store::key_of(*record) == key, "a record under a key that is not its own");
  const std::string again = store::encode(*record);
  // An older layout is written in the newest one; that one must come back as it is.
  const auto once_more = store::decode(key, again);
  demand(once_more.has_value(), "what was written is refused");
  demand(*once_more == *record, "another record comes back");
  if (again.front() == value.front())
    demand(again == value, "two spellings of one record");
}

} // namespace orrery::fuzz
