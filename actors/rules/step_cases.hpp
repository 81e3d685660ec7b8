#pragma once

#include "actors/rules/steps.hpp"
#include "actors/rules/unexpected.hpp"

#include <tuple>
#include <type_traits>
#include <variant>

/// Which steps an entity may be asked, and the cases by which it decides them. A step of its list
/// without a case does not compile, nor a case outside its list, nor a step that is in no list.
namespace orrery::rules {

using UnitSteps = std::tuple<protocol::Command, Witness, AssertAlive, TakeTask, LoseScope>;
using MachineSteps = std::tuple<protocol::Command, Witness, HostUnit, TakeTask>;
using RelationSteps =
  std::tuple<protocol::Command, AdmitUnit, ReleaseScope, WriteBags, RemoveWith, RefreshWith>;
using OperationSteps = std::tuple<protocol::Command, CancelTasks>;
using ApplicationSteps = std::tuple<protocol::Command,
                                    Witness,
                                    RefreshWith,
                                    AddSubordinate,
                                    Release,
                                    RemoveWithRelations,
                                    MoveUnit,
                                    Relate,
                                    RelateWith,
                                    AssertSubordinate,
                                    AssertLeader,
                                    ChangeSecrets,
                                    ReleaseSecrets,
                                    GrowStorage,
                                    ShrinkStorage,
                                    DieWith>;
using ModelSteps = std::tuple<protocol::Command,
                              Witness,
                              ReleaseSecrets,
                              MachineForUnit,
                              NumberRelation,
                              ForgetApplications,
                              TakeCharm,
                              ReleaseManager,
                              NumberStorage>;

template <class One, class Steps>
inline constexpr bool is_among = false;
template <class One, class... Steps>
inline constexpr bool is_among<One, std::tuple<Steps...>> = (std::is_same_v<One, Steps> || ...);

template <class One, class... Lists>
inline constexpr bool is_in_a_list = (is_among<One, Lists> || ...);

/// Cases of one entity: a function for each step of its list.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

/// Decides a step by its case. One that the entity is never asked is a bug of ours.
template <class Steps, class... Functions>
Decision decide_by(const Cases<Functions...>& cases, const Step& step) {
  return std::visit(
    [&](const auto& asked) -> Decision {
      using Asked = std::decay_t<decltype(asked)>;
      static_assert(is_in_a_list<Asked, UnitSteps, MachineSteps, RelationSteps, OperationSteps,
                                 ApplicationSteps, ModelSteps>,
                    "the step is in no list above");
      if constexpr (is_among<Asked, Steps>) {
        return cases(asked);
      } else {
        static_assert(!std::is_invocable_v<const Cases<Functions...>&, const Asked&>,
                      "a case of a step that this entity is never asked");
        return unexpected_step(step);
      }
    },
    step);
}

} // namespace orrery::rules
