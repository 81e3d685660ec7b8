/* The lives of machines, units, subordinates, applications, relations and scopes, with the agents that carry them on.
 *
 * Applications A and B with principals, S a subordinate. Relation 0 is between A and S and container-scoped, relation 1
 * between A and B, relation 2 is A's peer relation. Unit 0 and 3 are A's, 1 and 4 their subordinates, 2 is B's. What
 * was removed may be made again: it is then something new in the same place. UNITS (principals) and RELATIONS, as bits,
 * MACHINES, FORCE and BROKEN (hooks) bound the instance.
 *
 * Checked: what the end of rules.pml says, after every transaction; that no life goes back; and with -DLIVENESS that whatever is not
 * Alive goes in the end (L9, F1-F3), fair agents given, once person and trouble are at rest. With -DTRACE it plays
 * nothing but the transactions of a run of the real actors (trace.pml). */
#ifndef UNITS
#define UNITS 1
#endif
#ifndef RELATIONS
#define RELATIONS 1
#endif
#ifndef MACHINES
#define MACHINES 1
#endif
#ifndef FORCE
#define FORCE 0
#endif
#ifndef BROKEN
#define BROKEN 0
#endif
#define APPLICATIONS (1 | (RELATIONS & 2) | (RELATIONS & 1) << 2)

#define None 0                  /* a life */
#define Alive 1
#define Dying 2
#define Dead 3
#define Nowhere 0               /* what its agent has noted of a unit */
#define Deployed 1
#define Installed 2
#define Started 3
#define Stopped 4
#define A 0
#define B 1
#define S 2
#define NOBODY 7

/* Records. */
byte application[3], units[3], relations[3]; /* lives and counts */
byte relation[3], members[3], scope[3], departing[3];
byte unit[5], host[5];
byte machine[2];
bit draining[2], instance[2];
bit forced_application[3], forced_relation[3], forced_unit[5], forced_machine[2];

byte noted[5];                  /* the agents' own store */
bit running[5];                 /* volatile: agents */
bit made[2];                    /* outside: instances */
bit broken[5], lost[2];         /* outside: what has gone wrong for good, or until a person helps */
bit at_rest, calm;              /* the person; trouble */

#include "causes.pml"
#include "rules.pml"
#include "agents.pml"
#include "person.pml"

#ifdef TRACE
#include "trace.pml"
#else

proctype Unit(byte u) {
end:
  do
  :: unit_steps(u)
  :: force_unit(u)
  od
}

proctype Relation(byte r) {
end:
  do
  :: force_relation(r)
  od
}

proctype Machine(byte m) {
end:
  do
  :: machine_steps(m)
  od
}

active proctype Watch() {
end:
  do
  :: atomic { !counted -> assert(counted) }
  :: atomic { !referred -> assert(referred) }
  :: atomic { !reasoned -> assert(reasoned) }
  od
}

proctype Person() {
  do
  :: commands()
  :: renew(1)
  :: d_step { broken[0] -> broken[0] = 0 } /* resolved (W3) */
  :: d_step { broken[1] -> broken[1] = 0 }
  :: d_step { broken[2] -> broken[2] = 0 }
  :: d_step { broken[3] -> broken[3] = 0 }
  :: d_step { broken[4] -> broken[4] = 0 }
  :: break
  od;
  at_rest = 1
}

#define breaks(u) d_step { exists(u) && !broken[u] -> broken[u] = 1 } /* its hooks fail from now on (W2) */
#define fails(u) d_step { running[u] -> running[u] = 0 }              /* its agent does, and is begun again */

proctype Trouble() {
  do
  :: d_step { running[0] || running[1] || running[2] || running[3] || running[4] -> crash() }
  :: fails(0)
  :: fails(1)
  :: fails(2)
#if BROKEN
  :: breaks(0)
  :: breaks(1)
  :: breaks(2)
#endif
  :: d_step { MACHINES > 1 && machine[1] != None && made[1] && !lost[1] -> lost[1] = 1 } /* M11 */
  :: break
  od;
  calm = 1
}

#ifdef LIVENESS
byte watched; /* any of them: 0 to 4 units, 5 a machine, 6 to 8 applications, 9 to 11 relations */
#define watches(first, many) (watched >= (first) && watched < (first) + (many))
#define is_going(life) ((life) == Dying || (life) == Dead)
#define forced (watches(0, 5) && forced_unit[watched % 5] || watches(5, 1) && forced_machine[1] \
  || watches(6, 3) && forced_application[(watched - 6) % 3] || watches(9, 3) && forced_relation[(watched - 9) % 3])
#define healthy (!lost[1] && !(broken[0] || broken[1] || broken[2] || broken[3] || broken[4]))
#define remains (watches(0, 5) && is_going(unit[watched % 5]) || watches(5, 1) && is_going(machine[1]) \
  || watches(6, 3) && is_going(application[(watched - 6) % 3]) || watches(9, 3) && is_going(relation[(watched - 9) % 3]) \
  || healthy && watches(0, 5) && !exists(watched % 5) && noted[watched % 5] \
  || healthy && watches(5, 1) && machine[1] == None && made[1])

ltl goes { [] ((at_rest && calm && (healthy || forced) && remains) -> <> !remains) }
#endif

init {
  atomic {
    machine[0] = Alive;
    instance[0] = 1;
    made[0] = 1;
#ifdef LIVENESS
    do
    :: watched < 11 -> watched++
    :: break
    od;
#endif
    run Unit(0);
#if RELATIONS & 1
    run Unit(1);
#endif
#if UNITS & 4
    run Unit(2);
#endif
#if UNITS & 8
    run Unit(3); run Unit(4);
#endif
#if FORCE && (RELATIONS & 1)
    run Relation(0);
#endif
#if FORCE && (RELATIONS & 2)
    run Relation(1);
#endif
#if FORCE && (RELATIONS & 4)
    run Relation(2);
#endif
#if MACHINES > 1
    run Machine(1);
#endif
    run Person(); run Trouble()
  }
}
#endif
