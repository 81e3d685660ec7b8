/* How transactions run (docs/developers/architecture.md, "How a transaction runs"): tokens, holders, the journal, a crash.
 *
 * Entities are numbered in the global order. A token visits its participants from the lowest to the highest; each decides,
 * holds still and passes it on; the last one numbers it, gives it to the journal and then tells the holders. The
 * journal writes what has gathered up to a gap in the numbers, syncs, and only then answers.
 *
 * A record is how many transactions have changed it: enough to tell a lost, a doubled and a torn change. A crash, at any
 * point, leaves what was synced, and perhaps what was written and not synced; whoever has no answer asks again.
 *
 * Checked: invalid end states are deadlocks and lost wakeups (the client waits for all its answers); the assertions
 * are lost updates, the journal's order, atomicity and output commit, also of what is shown without the journal. BREAK_x seeds a mistake (README.md).
 */
#ifndef ENTITIES
#define ENTITIES 3
#endif
#ifndef TOKENS
#define TOKENS 3
#endif
#ifndef PLACES
#define PLACES 3                /* tokens under way at once; more wait in order */
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#define MOST_TRIES 2            /* L8 */
#define LAST (ENTITIES - 1)     /* the application: everybody's last participant, unless it takes no part */
#define NEWBORN (ENTITIES - 2)  /* begins with the transaction that creates it */
#define ALL ((1 << ENTITIES) - 1)
#define EVERYBODY ((1 << TOKENS) - 1)
#define has(mask, i) (((mask) >> (i)) & 1)

mtype = { Arrive, Committed, Aborted, Append, Sync };
/* What a transaction does: changes all it was planned for; finds its further participants on the way; finds nothing to
 * do at its last one; looks at the last one first and starts over with what it saw (A3); creates an entity. */
mtype = { Change, Find, Nothing, Look, Create };

typedef Token {
  mtype kind;
  byte set;       /* whom it was planned for */
  byte route;     /* whom it is to visit, as far as known */
  byte visited;   /* who has decided; all but the last one are holders */
  byte tries;
  byte looked;    /* the last entity's record when it was looked at first, plus one */
  byte number;    /* 0 until it is decided */
  byte saw;       /* the highest number of what it was shown */
  byte value[ENTITIES];  /* the new records, whole */
}
Token token[TOKENS];

/* Entities: volatile. */
byte record[ENTITIES], written_by[ENTITIES]; /* the newest state, and the number that made it */
byte holding[ENTITIES];                      /* token + 1 */
byte deciding[ENTITIES], stage[ENTITIES];    /* token + 1 whose last participant it is, and how far it is with it */
bool exists[ENTITIES];
chan box[ENTITIES] = [TOKENS * 2] of { mtype, byte };
chan queue[ENTITIES] = [TOKENS] of { byte }; /* came while it held still */

/* Transactions and journal: volatile. */
byte last_number, under_way, gathered; /* gathered: tokens in the journal's queue */
byte writing;                          /* how far the journal is with them: 0, 1 to be written, 2 to be answered */
bool sync_sent;
chan waiting = [TOKENS] of { byte };
chan journal = [TOKENS + 1] of { mtype, byte };

/* On disk. */
byte disk[ENTITIES], disk_number;

/* Of the world outside, and for the assertions only. */
byte begun, answered;          /* tokens */
byte decided[ENTITIES];        /* how many decided transactions changed it */
byte base[ENTITIES], base_number, crashes; /* what was on disk at the last crash */
byte i;                        /* of the step in hand; 0 between two */

/* To whom next: the lowest of those that are left. One that is not there refuses the whole. */
inline pass_on(t) {
  i = 0;
  do
  :: i < ENTITIES && !has(token[t].route & ~token[t].visited, i) -> i++
  :: else -> break
  od;
#ifdef BREAK_UNSORTED
  if
  :: t == 0 && has(token[t].route & ~token[t].visited, LAST) -> i = LAST
  :: else
  fi;
#endif
  if
  :: exists[i] -> box[i] ! Arrive(t)
  :: else -> abort(t)
  fi;
  i = 0
}

/* Who decided before is told; nobody has changed. */
inline tell_holders(t, how) {
  i = 0;
  do
  :: i < ENTITIES ->
    if
    :: holding[i] == t + 1 -> box[i] ! how(t)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* A refusal, or nothing to do: answered through the journal too, for what it shows may not be on disk yet. */
inline abort(t) {
  tell_holders(t, Aborted);
  journal ! Append(t)
}

/* L8: from what is true now, a bounded number of times. */
inline start_over(t) {
  token[t].tries++;
  tell_holders(t, Aborted);
  token[t].visited = 0;
  if
  :: token[t].tries > MOST_TRIES -> journal ! Append(t)
  :: else -> pass_on(t)
  fi
}

/* A participant decides by its newest state, which may not be on disk. */
inline visit(t, e) {
  assert(record[e] == decided[e]); /* no lost update: it knows everything that was decided about it */
  token[t].saw = (token[t].saw > written_by[e] -> token[t].saw : written_by[e]);
  token[t].visited = token[t].visited | (1 << e);
  token[t].value[e] = record[e] + 1;
  if
  :: token[t].kind == Find -> token[t].route = token[t].set
  :: else
  fi;
  if
  :: token[t].kind == Look && token[t].looked != record[e] + 1 && e == LAST ->
    token[t].looked = record[e] + 1;
    token[t].route = token[t].set;
    start_over(t)
  :: else ->
    conclude(t, e)
  fi
}

inline conclude(t, e) {
  if
  :: token[t].route != token[t].visited -> /* hold, and pass on */
#ifndef BREAK_NO_HOLD
    holding[e] = t + 1;
#endif
    pass_on(t)
  :: token[t].route == token[t].visited && token[t].kind == Nothing -> abort(t)
  :: else -> /* the last one ends it, and is never locked */
    last_number++;
    token[t].number = last_number;
    i = 0;
    do
    :: i < ENTITIES ->
      decided[i] = decided[i] + has(token[t].visited, i);
      i++
    :: else -> break
    od;
    i = 0;
    if
    :: token[t].kind == Create && !exists[NEWBORN] -> /* its own transaction holds it until that is in the journal */
      token[t].visited = token[t].visited | (1 << NEWBORN);
      token[t].value[NEWBORN] = 1;
      record[NEWBORN] = 1;
      decided[NEWBORN] = 1;
      written_by[NEWBORN] = last_number;
#ifndef BREAK_NEWBORN
      holding[NEWBORN] = t + 1;
#endif
      exists[NEWBORN] = true
    :: else
    fi;
    record[e] = token[t].value[e];
    written_by[e] = last_number;
    deciding[e] = t + 1;
    stage[e] = 0
  fi
}

/* The journal first, then the holders, each a step in which others may run. */
inline end_decision(e) {
#ifdef BREAK_UNLOCK_FIRST
  if
  :: stage[e] == 0 -> tell_holders(deciding[e] - 1, Committed); stage[e] = 1
  :: else -> journal ! Append(deciding[e] - 1); deciding[e] = 0; stage[e] = 0
  fi
#else
  if
  :: stage[e] == 0 -> journal ! Append(deciding[e] - 1); stage[e] = 1
  :: else -> tell_holders(deciding[e] - 1, Committed); deciding[e] = 0; stage[e] = 0
  fi
#endif
}

proctype Entity(byte e) {
  byte t;
  mtype what;
end:
  do
  :: atomic { deciding[e] -> end_decision(e) }
  :: atomic { !deciding[e] && !holding[e] && queue[e] ? [t] -> queue[e] ? t; visit(t, e); t = 0 }
  :: atomic { !deciding[e] && (holding[e] || empty(queue[e])) && nempty(box[e]) ->
      box[e] ? what(t);
      if
      :: what == Arrive && holding[e] -> queue[e] ! t
      :: what == Arrive && !holding[e] -> visit(t, e)
      :: else ->
#ifndef BREAK_NO_HOLD
        assert(holding[e] == t + 1);
#endif
        if
        :: what == Committed -> record[e] = token[t].value[e]; written_by[e] = token[t].number
        :: else
        fi;
        holding[e] = 0
      fi;
      t = 0; what = 0
    }
  od
}

#include "journal.pml"
#include "callers.pml"

#ifdef BREAK_SHOW_EARLY
#define journal_rests (!gathered && !writing)
#else
#define journal_rests (empty(journal) && !gathered && !writing)
#endif

/* What an entity that nobody holds shows while nothing is with the journal is on disk: it need not pass the journal. */
proctype Watch(byte e) {
end:
  do
  :: d_step { journal_rests && exists[e] && !holding[e] && written_by[e] > disk_number && !(deciding[e] && !stage[e]) -> assert(false) }
  od
}

/* What is asked: any transactions, in any combination. The order of their tokens does not matter. */
init {
  byte t, set, least = 1;
  atomic {
    do
    :: t < TOKENS ->
      set = least;
      do
      :: set < ALL -> set++
      :: break
      od;
      token[t].set = set;
      if
      :: token[t].kind = Change; least = set
      :: token[t].kind = Nothing
      :: set & (set - 1) -> token[t].kind = Find
      :: has(set, LAST) && (set & (set - 1)) -> token[t].kind = Look
      :: set == 1 << LAST -> token[t].kind = Create
      fi;
      t++
    :: else -> break
    od;
    t = 0;
    do
    :: t < ENTITIES ->
      exists[t] = (t != NEWBORN);
      run Entity(t);
      run Watch(t);
      t++
    :: else -> break
    od;
    t = 0; set = 0; least = 0;
    run Journal(); run Client(); run Crash()
  }
}
