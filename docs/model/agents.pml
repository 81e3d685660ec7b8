/* What agents do in lives.pml. Each option is one step: it looks at what is, and asks for one transaction or does one
 * thing to the world. What an agent goes by is true for good once it is true (a life goes forward, who is not Alive enters
 * nothing), so that it may as well look at the present; everything else the rules themselves look at again.
 *
 * Durable are the records and the agents' notes: how far a unit has come, also what was deployed. Volatile is that an agent
 * runs. Hooks of a broken unit fail for ever; a machine that is lost does nothing, nor do the agents on it. */

#define machine_of(u) host[(is_subordinate(u) -> principal_of(u) : (u))]
#define principal_dies(u) (is_subordinate(u) && unit[principal_of(u)] != Alive)
/* B4: no Alive container relation ties it to its principal's application. */
#define untied(u) (is_subordinate(u) && relation[0] != Alive)
#define has_cause_to_die(u) (application[application_of(u)] != Alive || principal_dies(u) || untied(u))
#define at_work(u) (running[u] && !lost[machine_of(u)])
/* Who deploys it: its machine's agent, its principal's. */
#define is_held(u) (is_subordinate(u) -> (exists(principal_of(u)) && at_work(principal_of(u))) : !lost[host[u]])
#define can_be_deployed(u) (is_held(u) && instance[machine_of(u)])
#define hooks_succeed(u) (at_work(u) && !broken[u])
#define has_left(u, r) (!in_scope(u, r))
#define departs(u, r) (noted[u] < Installed || !in_scope(u, r) || (departing[r] & bit(u)))
#define departed_everywhere(u) (departs(u, 0) && departs(u, 1) && departs(u, 2))

/* H8: what a unit's agent does with one relation. */
inline scope_steps(u, r) {
  if
  :: d_step { at_work(u) && noted[u] >= Installed && may_enter(u, r) -> enter_scope(u, r) }
  :: d_step { at_work(u) && unit[u] == Dying && !departs(u, r) -> depart_scope(u, r) }
  :: d_step { unit[u] == Dying && in_scope(u, r) && departed_everywhere(u) && at_work(u) &&
      (noted[u] < Installed || !broken[u]) -> leave_scope(u, r) }              /* U5, S6 */
  /* R8; it may have asked for this when it was Alive still. */
  :: d_step { (unit[u] == Alive || unit[u] == Dying) && in_scope(u, r) && relation[r] != Alive && noted[u] == Started &&
      hooks_succeed(u) -> leave_scope(u, r) }
  fi
}

/* The agent of a unit, and what its holder does about it. */
inline unit_steps(u) {
  if
  :: scope_steps(u, 0)
  :: scope_steps(u, 1)
  :: scope_steps(u, 2)
  /* Its holder deploys it and begins its agent. It may have begun to when the unit was Alive still. */
  :: d_step { (unit[u] == Alive || unit[u] == Dying) && noted[u] == Nowhere && can_be_deployed(u) -> noted[u] = Deployed }
  :: d_step { (unit[u] == Alive || unit[u] == Dying) && noted[u] >= Deployed && !running[u] && can_be_deployed(u) ->
      running[u] = 1 }
#ifndef BREAK_STAYS
  :: d_step { unit[u] == Alive && has_cause_to_die(u) && (at_work(u) || (noted[u] == Nowhere && is_held(u))) ->
      set_dying(u, SET_DYING, 0) }                                             /* U10, B4 */
#endif
  /* Its own hooks. One that is in hand when its unit turns Dying, or Dead by force, is seen through: it may have left traces. */
  :: d_step { exists(u) && noted[u] == Deployed && hooks_succeed(u) -> noted[u] = Installed }
  :: d_step { exists(u) && noted[u] == Installed && hooks_succeed(u) -> noted[u] = Started }
  :: d_step { (unit[u] == Dying || unit[u] == Dead) && noted[u] >= Installed && noted[u] < Stopped && !in_any_scope(u) &&
      hooks_succeed(u) -> noted[u] = Stopped }
  :: d_step { unit[u] == Dying && !in_any_scope(u) && has_no_subordinate(u) &&
      ((noted[u] != Installed && noted[u] != Started && at_work(u)) || (noted[u] <= Deployed && is_held(u))) ->
      set_dead(u) }                                                            /* U5, U11 */
  /* U8: it ends, is recalled, and removed; then its notes go. */
  :: d_step { unit[u] == Dead && running[u] -> running[u] = 0 }
  :: d_step { unit[u] == Dead && !running[u] && is_held(u) -> delete_unit(u) }
  :: d_step { !exists(u) && (noted[u] || running[u]) -> noted[u] = Nowhere; running[u] = 0 }
  fi
}

/* F1: subordinates, then scopes, then Dead; removed by the forcer if nobody else does. F2, F3: who stands in the way of what
 * is forced is forced, too. */
inline force_unit(u) {
  if
  :: d_step { forced_unit[u] && unit[u] == Alive -> set_dying(u, SET_DYING, 0) }
#ifndef BREAK_FORCE_ALONE
  :: d_step { exists(u) && !forced_unit[u] && is_subordinate(u) && forced_unit[principal_of(u)] ->
      set_dying(u, FORCE_REMOVAL, 1) }
  :: d_step { exists(u) && !forced_unit[u] && (forced_application[application_of(u)]
      || (!is_subordinate(u) && forced_machine[host[u]])) -> set_dying(u, FORCE_REMOVAL, 1) }
#endif
#ifndef BREAK_FORCE_SCOPES
  :: d_step { forced_unit[u] && unit[u] == Dying && !has_subordinate(u) && in_scope(u, 0) -> leave_scope(u, 0) }
  :: d_step { forced_unit[u] && unit[u] == Dying && !has_subordinate(u) && in_scope(u, 1) -> leave_scope(u, 1) }
  :: d_step { forced_unit[u] && unit[u] == Dying && !has_subordinate(u) && in_scope(u, 2) -> leave_scope(u, 2) }
  :: d_step { forced_unit[u] && unit[u] == Dying && !has_subordinate(u) && !in_any_scope(u) -> set_dead(u) }
#else
  :: d_step { forced_unit[u] && unit[u] == Dying && !has_subordinate(u) -> set_dead(u) }
#endif
  :: d_step { forced_unit[u] && unit[u] == Dead -> delete_unit(u) }
  :: d_step { forced_relation[0] && in_scope(u, 0) -> leave_scope(u, 0) }
  :: d_step { forced_relation[1] && in_scope(u, 1) -> leave_scope(u, 1) }
  :: d_step { forced_relation[2] && in_scope(u, 2) -> leave_scope(u, 2) }
  fi
}

inline force_relation(r) { /* F3 */
  d_step { relation[r] != None && !forced_relation[r] &&
      (forced_application[A] || (other_end(r) != NOBODY && forced_application[other_end(r)])) ->
    remove_relation(r, FORCE_REMOVAL, 1)
  }
}

/* A machine's agent, the provisioner, and what lies outside of both: the instance itself. */
inline machine_steps(m) {
  if
  :: d_step { machine[m] == Alive && !instance[m] && !made[m] && !lost[m] -> made[m] = 1 }             /* M8 */
  :: d_step { (machine[m] == Alive || machine[m] == Dying) && !instance[m] && made[m] && !lost[m] ->
      set_instance(m) }
  :: d_step { machine[m] == Dying && !hosts(m) && !lost[m] -> set_machine_dead(m) }           /* M4 */
  :: d_step { machine[m] == Dead && instance[m] && made[m] && !lost[m] -> made[m] = 0 }                /* M6 */
  :: d_step { machine[m] == Dead && !(instance[m] && made[m]) && !lost[m] -> delete_machine(m) }
  :: d_step { machine[m] == None && made[m] && !lost[m] -> made[m] = 0 } /* M8: it belongs to no machine, seen twice */
  /* M10: its principals are removed; once none is Alive it turns Dying. */
  :: d_step { machine[m] == Alive && draining[m] && !hosts_alive(m) && !lost[m] -> set_machine_dying(m) }
  :: d_step { machine[m] == Alive && draining[m] && on_machine(0, m) && unit[0] == Alive && !lost[m] ->
      set_dying(0, REMOVE_UNIT, 0) }
  :: d_step { machine[m] == Alive && draining[m] && on_machine(2, m) && unit[2] == Alive && !lost[m] ->
      set_dying(2, REMOVE_UNIT, 0) }
  :: d_step { machine[m] == Alive && draining[m] && on_machine(3, m) && unit[3] == Alive && !lost[m] ->
      set_dying(3, REMOVE_UNIT, 0) }
  /* F2 */
  :: d_step { forced_machine[m] && !hosts(m) && machine[m] == Alive -> remove_machine(m, REMOVE_MACHINE, 0, 0) }
  :: d_step { forced_machine[m] && !hosts(m) && machine[m] == Dying -> set_machine_dead(m) }
  :: d_step { forced_machine[m] && machine[m] == Dead -> delete_machine(m) }
  fi
}
