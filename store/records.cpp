#include "store/records.hpp"

namespace orrery::store {

Record::Record(const Record& other) = default;
Record::Record(Record&& other) noexcept = default;
Record& Record::operator=(const Record& other) = default;
Record& Record::operator=(Record&& other) noexcept = default;
Record::~Record() = default;

bool Record::operator==(const Record& other) const {
  return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
}

} // namespace orrery::store
