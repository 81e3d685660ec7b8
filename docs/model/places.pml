/* Places among the agents that begin (docs/developers/decisions.md 84; docs/developers/architecture.md, "Agents that
 * rest"): PLACES for UNITS whose agents rest, whose hosts may be lost at any time and are found
 * again.
 *
 * A unit that is stirred asks for a place, gets it or waits for it in line, and begins; it gives
 * the place back once it waits for anything else. While its host is lost it does not rest, and
 * waits for no place; when the host is found again its agent begins without one.
 *
 * Checked: whenever nothing moves any more, no place is taken and nobody waits for one: every
 * agent runs. BREAK_WAIT_KEPT forgets that the unit of a lost host waits, without leaving the
 * line. */
#ifndef UNITS
#define UNITS 3
#endif
#ifndef PLACES
#define PLACES 1
#endif
#ifndef LOSSES
#define LOSSES 2
#endif

mtype = { Rests, Waits, Begins, Runs, Lost };
mtype unit[UNITS] = Rests;
bit has_place[UNITS];     /* as those that begin are counted */
byte taken, losses;
chan line = [UNITS] of { byte };  /* who waits, in order */

inline give_back(u) {
  if
  :: has_place[u] -> has_place[u] = 0; taken--
  :: else
  fi
}

/* A place goes to who has waited longest, and who begins unless something else has come. */
inline hand_on() {
  byte first;
  line?first;
  has_place[first] = 1; taken++;
  if
  :: unit[first] == Waits -> unit[first] = Begins
#ifndef BREAK_WAIT_KEPT
  :: else -> give_back(first)
#else
  :: else /* its agent runs, and has given back already what it had */
#endif
  fi
}

proctype Unit(byte self) {
  do
  :: atomic { unit[self] == Rests -> /* stirred */
      if
      :: taken < PLACES -> has_place[self] = 1; taken++; unit[self] = Begins
      :: taken == PLACES -> unit[self] = Waits; line!self
      fi }
  :: atomic { unit[self] == Begins -> unit[self] = Runs; give_back(self) }
  :: atomic { losses < LOSSES && unit[self] != Lost -> losses++;
#ifndef BREAK_WAIT_KEPT
      if
      :: unit[self] == Waits -> line??eval(self) /* withdrawn */
      :: else
      fi;
#endif
      give_back(self); unit[self] = Lost }
  :: atomic { unit[self] == Lost -> unit[self] = Runs } /* found again: it needs no place */
  :: atomic { unit[self] == Runs -> break }
  od
}

proctype Places() {
end:
  do
  :: atomic { taken < PLACES && nempty(line) -> hand_on() }
  od
}

proctype Quiet() {
  byte u;
  timeout -> assert(taken == 0 && empty(line));
  for (u : 0 .. UNITS - 1) { assert(unit[u] == Runs) }
}

init {
  byte u;
  atomic { for (u : 0 .. UNITS - 1) { run Unit(u) }; run Places(); run Quiet() }
}
