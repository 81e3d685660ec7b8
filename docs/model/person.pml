/* The person who commands, and the trouble that comes, in lives.pml. */

inline add_unit_somewhere(u) { /* U1, M1 */
  if
  :: d_step { (UNITS & bit(u)) && is_free(u) && application[application_of(u)] == Alive && takes_units(0) -> add_unit(u, 0) }
  :: d_step { (UNITS & bit(u)) && is_free(u) && application[application_of(u)] == Alive && MACHINES > 1 &&
      (takes_units(1) || is_free_machine(1)) -> add_unit(u, 1) }
  fi
}

inline remove_unit(u) { /* U3, F1 */
  if
  :: d_step { unit[u] == Alive && !is_subordinate(u) -> set_dying(u, REMOVE_UNIT, 0) }
  :: d_step { FORCE && exists(u) && !forced_unit[u] && !(is_subordinate(u) && unit[u] == Alive) -> set_dying(u, REMOVE_UNIT, 1) }
  fi
}

inline application_commands(a) {
  if
  :: d_step { (APPLICATIONS & bit(a)) && application[a] == None && (a != A || relation[2] == None) -> deploy(a) }
  :: d_step { application[a] == Alive -> remove_application(a, REMOVE_APPLICATION, 0) }
  :: d_step { FORCE && application[a] != None && !forced_application[a] ->
      remove_application(a, REMOVE_APPLICATION, 1) }
  fi
}

inline relation_commands(r) {
  if
  :: d_step { (RELATIONS & bit(r)) && relation[r] == None && application[A] == Alive && application[other_end(r)] == Alive ->
      integrate(r) }
  :: d_step { relation[r] == Alive -> remove_relation(r, REMOVE_RELATION, 0) }
  :: d_step { FORCE && relation[r] != None && !forced_relation[r] -> remove_relation(r, REMOVE_RELATION, 1) }
  fi
}

inline machine_commands(m) {
  if
  :: d_step { MACHINES > 1 && is_free_machine(m) -> add_machine(m) }
  :: d_step { machine[m] == Alive && !hosts(m) -> remove_machine(m, REMOVE_MACHINE, 0, 0) }
  :: d_step { machine[m] == Alive && !draining[m] && hosts(m) -> remove_machine(m, REMOVE_MACHINE, 1, 0) }
  :: d_step { FORCE && machine[m] != None && !forced_machine[m] -> remove_machine(m, REMOVE_MACHINE, 0, 1) }
  fi
}

inline commands() {
  if
  :: application_commands(A)
  :: application_commands(B)
  :: application_commands(S)
  :: relation_commands(0)
  :: relation_commands(1)
  :: d_step { FORCE && relation[2] == Dying && !forced_relation[2] -> remove_relation(2, REMOVE_RELATION, 1) } /* R2 */
  :: machine_commands(1)
  :: add_unit_somewhere(0)
  :: add_unit_somewhere(2)
  :: add_unit_somewhere(3)
  :: remove_unit(0)
  :: remove_unit(1)
  :: remove_unit(2)
  :: remove_unit(3)
  :: remove_unit(4)
  fi
}

/* A lost machine is made again: first the notes of what the hooks there have done go, then its instance (M11). That a unit is
 * deployed stays noted: should its machine go instead, it is recalled. Who is deployed anew leaves what his predecessor has
 * entered (S10). */
#ifdef TRACE
#define is_lost(m) true
#else
#define is_lost(m) lost[m]
#endif
#define has_notes(u, m) (exists(u) && machine_of(u) == (m) && (noted[u] > Deployed || running[u]))
inline lose_notes(u, m) {
  if
  :: has_notes(u, m) -> running[u] = 0;
      if
      :: noted[u] > Deployed -> noted[u] = Deployed
      :: else
      fi
  :: else
  fi
}
inline renew(m) {
  if
  :: d_step { machine[m] == Alive && is_lost(m) && instance[m] &&
      (has_notes(0, m) || has_notes(1, m) || has_notes(2, m) || has_notes(3, m) || has_notes(4, m)) ->
      lose_notes(1, m); lose_notes(4, m); lose_notes(0, m); lose_notes(2, m); lose_notes(3, m) }
  :: d_step { machine[m] == Alive && is_lost(m) && instance[m] &&
      !(has_notes(0, m) || has_notes(1, m) || has_notes(2, m) || has_notes(3, m) || has_notes(4, m)) ->
      by(CLEAR_INSTANCE);
      instance[m] = 0;
      made[m] = 0;
      lost[m] = 0 }
  fi
}

inline crash() { /* W4, L10: what is volatile is gone */
  running[0] = 0; running[1] = 0; running[2] = 0; running[3] = 0; running[4] = 0;
}
