/* One unit's hooks, one after the other, with what its agent notes of each (W4, H6; docs/developers/architecture.md, "Agents and
 * their notes"): queued, pending before the program starts, done when what it buffered is in the model, committed.
 *
 * That one is queued need not have come to the disk: whoever begins again sees again what asks for it.
 *
 * On disk are the agent's notes and the model. Volatile is the agent, and with it, since its keeper kills it, the program. A crash
 * comes at any point: an agent that begins again runs what was queued, takes what was pending for a failed try, and only books
 * what was done. A program may fail; it then has set nothing (H6).
 *
 * Checked: no two programs at once (W7); none starts that is not on disk as pending; what counts as done has run to its end and
 * is in the model, once for each end of its program at most; and with -DLIVENESS that every hook is done in the end, if crashes and
 * failures end (L9, L10). BREAK_x seeds a mistake (README.md). */
#ifndef HOOKS
#define HOOKS 3
#endif

mtype = { Idle, Queued, Pending, Done };

/* On disk. */
mtype hand = Idle;      /* the hook in hand, as the agent's notes have it */
byte committed;         /* hooks that are behind it */
byte flushed;           /* hooks whose settings are in the model */
bit tried;              /* the hook in hand has failed, or may have */

/* Volatile. */
bit running, ended, agent; /* the program; it has ended well; the agent */

/* For the assertions only. */
byte ran;               /* hooks whose program has ended well */
bit calm;

#define next_hook committed
proctype Agent() {
end:
  do
  :: atomic { !agent -> agent = 1; /* begins again from its notes */
      if
      :: hand == Pending -> tried = 1; hand = Queued
      :: else
      fi }
  :: atomic { agent && hand == Idle && committed < HOOKS -> hand = Queued; tried = 0 }
#ifdef BREAK_START_UNNOTED
  :: atomic { agent && hand == Queued && !running && !ended -> running = 1 }
  :: atomic { agent && hand == Queued && (running || ended) -> hand = Pending }
#else
  :: atomic { agent && hand == Queued -> hand = Pending }
  :: atomic { agent && hand == Pending && !running && !ended -> running = 1 }
#endif
  :: atomic { agent && ended && hand == Pending && flushed == next_hook -> flushed++ } /* one transaction */
#ifdef BREAK_DONE_EARLY
  :: atomic { agent && ended && hand == Pending -> hand = Done; ended = 0 }
#else
  :: atomic { agent && ended && hand == Pending && flushed > next_hook -> hand = Done; ended = 0 }
#endif
#ifdef BREAK_RUN_AGAIN
  :: atomic { agent && hand == Done && !running && tried == 0 -> running = 1 }
#endif
  :: atomic { agent && hand == Done -> hand = Idle; committed++ }
  od
}

proctype Program() {
end:
  do
  :: atomic { running ->
      assert(hand == Pending); /* whoever finds it after a crash knows that it may have run */
      running = 0;
      if
      :: ended = 1; ran = (ran > next_hook -> ran : next_hook + 1)
      :: !calm -> tried = 1; hand = Queued /* it fails (W2) */
      fi }
  od
}

proctype Trouble() {
  do
  :: atomic { agent -> agent = 0; running = 0; ended = 0;
      if
      :: hand == Queued && !tried -> hand = Idle
      :: skip
      fi }
  :: break
  od;
  calm = 1
}

active proctype Watch() {
end:
  do
  :: d_step { committed > ran || committed > flushed || flushed > ran -> assert(false) }
  :: d_step { hand == Done && (running || ran <= next_hook || flushed <= next_hook) -> assert(false) }
  od
}

#ifdef LIVENESS
ltl all_done { [] (calm -> <> (committed == HOOKS)) }
#endif

init {
  atomic { run Agent(); run Program(); run Trouble() }
}
