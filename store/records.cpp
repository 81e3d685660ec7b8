#include "store/records.hpp"

#include "store/compiled_once_here.hpp"

template struct orrery::store::CompiledOnce<orrery::store::Record::Variant>;
