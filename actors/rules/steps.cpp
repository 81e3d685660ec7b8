#include "actors/rules/steps.hpp"

namespace orrery::rules {

Step::Step(const Step& other) = default;
Step::Step(Step&& other) noexcept = default;
Step& Step::operator=(const Step& other) = default;
Step& Step::operator=(Step&& other) noexcept = default;
Step::~Step() = default;

bool Step::operator==(const Step& other) const {
  return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
}

} // namespace orrery::rules
