#include "actors/rules/steps.hpp"

#include "store/compiled_once_here.hpp"

template struct orrery::store::CompiledOnce<orrery::rules::Step::Variant>;
