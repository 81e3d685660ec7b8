#pragma once

#include "actors/workflow/unit_notes.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Which teardown hooks a unit has not run, and how that is said to people.
namespace orrery::agents {

/// Names of the hooks that a charm has; `*`: a dispatch program takes all.
using HookNames = std::set<std::string>;

[[nodiscard]] bool has_hook(const HookNames& names, const Hook& hook);
/// Whether the charm has no hook that runs when a relation ends: neither departed nor broken.
[[nodiscard]] bool leaves_silently(const HookNames& names);

/// The teardown hooks that the unit would still have run to go in order, in that order (U5, H8,
/// ST24): storage-detaching for each storage, departed for each member, broken for each relation,
/// stop, remove. One that is running or has failed is among them.
[[nodiscard]] std::vector<Hook> hooks_left(UnitNotes local, const HookNames& names);
/// Returns those of one relation only.
[[nodiscard]] std::vector<Hook>
hooks_left_in(const UnitNotes& local, store::RelationId relation, const HookNames& names);

/// `2 hooks skipped by --force: db-relation-departed mysql/0, db-relation-broken`; names at most
/// 20.
/// @param by what somebody asked for, e.g. `--force`.
[[nodiscard]] std::string say_skipped(const std::vector<Hook>& hooks, std::string_view by);

} // namespace orrery::agents
