/* The transactions of lives.pml: what actors/rules/ decides, each atomic (transactions.pml shows that they are).
 * A guard that is false is a refusal, or nothing to do: no step. Numbers are those of docs/developers/rules.md. */

#define application_of(u) ((u) == 1 || (u) == 4 -> S : ((u) == 2 -> B : A))
#define principal_of(u) ((u) == 1 -> 0 : ((u) == 4 -> 3 : NOBODY))
#define subordinate_of(u) ((u) == 0 -> 1 : ((u) == 3 -> 4 : NOBODY))
#define is_subordinate(u) ((u) == 1 || (u) == 4)
#define other_end(r) ((r) == 0 -> S : ((r) == 1 -> B : NOBODY)) /* A is an end of each; relation 2 is a peer relation */
#define has_end(r, a) ((a) == A || other_end(r) == (a))
#define is_container(r) ((r) == 0)

#define bit(u) (1 << (u))
#define in_scope(u, r) (scope[r] & bit(u))
#define in_any_scope(u) ((scope[0] | scope[1] | scope[2]) & bit(u))
#define exists(u) (unit[u] != None)
#define has_subordinate(u) (((u) == 0 && exists(1)) || ((u) == 3 && exists(4)))
#define on_machine(u, m) (exists(u) && host[u] == (m))
#define hosts(m) (on_machine(0, m) || on_machine(2, m) || on_machine(3, m))
#define hosts_alive(m) ((hosts(m)) && ((on_machine(0, m) && unit[0] == Alive) \
  || (on_machine(2, m) && unit[2] == Alive) || (on_machine(3, m) && unit[3] == Alive)))

/* Of this model, not of the rules: what was removed leaves its place when its notes and its instance are gone, too. */
#ifdef TRACE
#define is_free(u) (!exists(u))
#define is_free_machine(m) (machine[m] == None)
#else
#define is_free(u) (!exists(u) && noted[u] == Nowhere && !running[u])
#define is_free_machine(m) (machine[m] == None && !made[m] && !lost[m])
#endif

#ifdef TRACE
#define by(what) cause = what
#else
#define by(what) skip
#endif

/* L2: forward only. */
inline turn(life, to) {
  assert(life == None || life < to);
  life = to
}

/* --- Applications --- */

/* A6: with its last reference an application that is not Alive goes; force is forgotten with it. */
inline let_application_go(a) {
  if
  :: application[a] == Dying && units[a] == 0 && relations[a] == 0 -> application[a] = None; forced_application[a] = 0
  :: else
  fi
}

inline deploy(a) { /* A1, L6; peer relations come with it (R2) */
  by(DEPLOY);
  turn(application[a], Alive);
  units[a] = 0;
  relations[a] = 0;
  if
  :: a == A && (RELATIONS & 4) -> turn(relation[2], Alive); relations[a] = 1
  :: else
  fi
}

/* A3: its relations go along; those that go at once are counted off the counterparts, and off its own count (A4). */
inline take_relation_along(r, a) {
  if
  :: relation[r] == Alive && has_end(r, a) && scope[r] -> turn(relation[r], Dying)
  :: relation[r] == Alive && has_end(r, a) && !scope[r] ->
    relation[r] = None;
    forced_relation[r] = 0;
    relations[a]--;
    if
    :: a != A -> relations[A]--; let_application_go(A)
    :: a == A && other_end(r) != NOBODY -> relations[other_end(r)]--; let_application_go(other_end(r))
    :: else
    fi
  :: else
  fi
}

inline remove_application(a, why, force) {
  by(why);
  if
  :: application[a] == Alive ->
    take_relation_along(0, a);
    take_relation_along(1, a);
    take_relation_along(2, a);
    turn(application[a], Dying);
    forced_application[a] = force;
    let_application_go(a) /* A5 */
  :: else -> forced_application[a] = force
  fi
}

/* --- Relations --- */

inline integrate(r) { /* R2, R3, A2 */
  by(INTEGRATE);
  turn(relation[r], Alive);
  relations[A]++;
  relations[other_end(r)]++
}

/* S8, S9, R6: the relation goes, its applications count it off. */
inline delete_relation(r) {
  relation[r] = None;
  forced_relation[r] = 0;
  relations[A]--;
  let_application_go(A);
  if
  :: other_end(r) != NOBODY ->
    relations[other_end(r)]--;
#ifndef BREAK_COUNTERPART
    let_application_go(other_end(r))
#endif
  :: else
  fi
}

inline remove_relation(r, why, force) { /* R5, R6; F3: also one that is Dying already */
  by(why);
  if
  :: relation[r] == Alive && !scope[r] -> delete_relation(r)
  :: relation[r] == Alive && scope[r] -> turn(relation[r], Dying); forced_relation[r] = force
  :: else -> forced_relation[r] = force
  fi
}

/* --- Units and their scopes --- */

inline create_unit(u) {
  turn(unit[u], Alive);
  noted[u] = Nowhere;
  running[u] = 0;
  units[application_of(u)]++
}

inline create_machine(m) {
  turn(machine[m], Alive);
  made[m] = 0;
  lost[m] = 0
}

inline add_unit(u, m) { /* U1, U2; M1: with a machine of its own that is made for it */
  by(ADD_UNIT);
  if
  :: machine[m] == None -> create_machine(m)
  :: else
  fi;
  host[u] = m;
  create_unit(u)
}

#ifdef BREAK_DYING_SCOPE
#define admits(r) (relation[r] != None)
#else
#define admits(r) (relation[r] == Alive) /* R7 */
#endif
/* B2: while an earlier subordinate is on its way out the principal waits. */
#define waits_for_subordinate(u, r) (is_container(r) && !is_subordinate(u) && has_subordinate(u) \
  && unit[subordinate_of(u)] != Alive)
#define makes_subordinate(u, r) (is_container(r) && !is_subordinate(u) && !has_subordinate(u))
#define has_place(u, r) (!makes_subordinate(u, r) || (application[S] == Alive && is_free(subordinate_of(u))))
#define may_enter(u, r) (unit[u] == Alive && admits(r) && has_end(r, application_of(u)) && !in_scope(u, r) \
  && !waits_for_subordinate(u, r) && has_place(u, r))

inline enter_scope(u, r) { /* S1, B1 */
  by(ENTER_SCOPE);
  if
  :: makes_subordinate(u, r) -> create_unit(subordinate_of(u))
  :: else
  fi;
  members[r]++;
  scope[r] = scope[r] | bit(u)
}

inline release_scope(u, r) {
  scope[r] = scope[r] & ~bit(u);
  departing[r] = departing[r] & ~bit(u);
  members[r]--;
  if
#ifndef BREAK_LAST_LEAVES
  :: relation[r] == Dying && members[r] == 0 -> delete_relation(r) /* S8 */
#endif
  :: else
  fi
}

inline depart_scope(u, r) { by(DEPART_SCOPE); departing[r] = departing[r] | bit(u) } /* S11 */
inline leave_scope(u, r) { by(LEAVE_SCOPE); release_scope(u, r) }

inline set_dying(u, why, force) { /* U3, U10, B4, F1 */
  by(why);
  if
  :: unit[u] == Alive -> turn(unit[u], Dying)
  :: else
  fi;
  forced_unit[u] = forced_unit[u] | force
}

#ifdef BREAK_SUBORDINATE
#define has_no_subordinate(u) true
#else
#define has_no_subordinate(u) (!has_subordinate(u))
#endif
inline set_dead(u) { by(SET_DEAD); turn(unit[u], Dead) } /* U4 */

inline sweep(u, r) { /* U4: any scope that is left */
  if
#ifndef BREAK_FORCE_SCOPES
  :: in_scope(u, r) -> release_scope(u, r)
#endif
  :: else
  fi
}

inline delete_unit(u) { /* U9, A6 */
  by(DELETE_UNIT);
  sweep(u, 0); sweep(u, 1); sweep(u, 2);
  unit[u] = None;
  host[u] = 0;
  forced_unit[u] = 0;
  units[application_of(u)]--;
  let_application_go(application_of(u))
}

/* --- Machines; machine 0 manages the model and stays (M3) --- */

#ifdef BREAK_HOST
#define takes_units(m) (machine[m] == Alive || machine[m] == Dying)
#else
#define takes_units(m) (machine[m] == Alive && !draining[m]) /* U2, M10 */
#endif

inline add_machine(m) { by(ADD_MACHINE); create_machine(m) }

inline remove_machine(m, why, drain, force) { /* M3, M10, F2 */
  by(why);
  if
  :: machine[m] == Alive && !hosts(m) -> turn(machine[m], Dying)
  :: machine[m] == Alive && hosts(m) -> draining[m] = drain | force | draining[m]
  :: else
  fi;
  forced_machine[m] = forced_machine[m] | force
}

inline set_machine_dying(m) { by(SET_MACHINE_DYING); turn(machine[m], Dying) }
inline set_machine_dead(m) { by(SET_MACHINE_DEAD); turn(machine[m], Dead) } /* M4 */
inline delete_machine(m) { /* M6, M7 */
  by(DELETE_MACHINE);
  machine[m] = None;
  draining[m] = 0;
  instance[m] = 0;
  forced_machine[m] = 0
}
inline set_instance(m) { by(SET_INSTANCE); instance[m] = 1 } /* M8 */

/* --- What must hold after every transaction; Watch in lives.pml looks at each --- */

#define there(life) ((life) != None)
#define both_ends(r, life) (application[A] == (life) && (other_end(r) == NOBODY || application[other_end(r)] == (life)))
#define both_there(r) (there(application[A]) && (other_end(r) == NOBODY || there(application[other_end(r)])))

/* Counts are exact. */
#define in_it(r, u) ((scope[r] >> (u)) & 1)
#define counts(r) (members[r] == in_it(r, 0) + in_it(r, 1) + in_it(r, 2) + in_it(r, 3) + in_it(r, 4))
#define counted (counts(0) && counts(1) && counts(2) && \
  units[A] == exists(0) + exists(3) && units[B] == exists(2) && units[S] == exists(1) + exists(4) && \
  relations[A] == there(relation[0]) + there(relation[1]) + there(relation[2]) && \
  relations[B] == there(relation[1]) && relations[S] == there(relation[0]))

/* L5: who is referred to is there; nobody is Dead who holds a subordinate, a scope or a unit (U4, M4). */
#define refers(r, u) (!in_scope(u, r) || (exists(u) && there(relation[r]) && unit[u] != Dead))
#define joins(r) ((!there(relation[r]) || both_there(r)) && refers(r, 0) && refers(r, 1) && refers(r, 2) && \
  refers(r, 3) && refers(r, 4) && !(departing[r] & ~scope[r]))
#define housed(u) (!exists(u) || (there(application[application_of(u)]) && (is_subordinate(u) || \
  machine[host[u]] == Alive || machine[host[u]] == Dying)))
#define accompanied(p, u) (!exists(u) || (exists(p) && unit[p] != Dead))
#define referred (joins(0) && joins(1) && joins(2) && housed(0) && housed(1) && housed(2) && housed(3) && housed(4) && \
  accompanied(0, 1) && accompanied(3, 4))

/* L4, S8, A6: nothing that is not Alive is there without a reason; A3: nor an Alive relation of an application that is not. */
#define is_held_by_units(r) (relation[r] != Dead && (relation[r] != Dying || scope[r]))
#define is_wanted(r) (relation[r] != Alive || both_ends(r, Alive))
#define lives_on(a) (application[a] != Dead && (application[a] != Dying || units[a] + relations[a] > 0))
#define reasoned (is_held_by_units(0) && is_held_by_units(1) && is_held_by_units(2) && \
  is_wanted(0) && is_wanted(1) && is_wanted(2) && lives_on(A) && lives_on(B) && lives_on(S))
