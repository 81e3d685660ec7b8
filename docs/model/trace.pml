/* Holds a run of the real actors against lives.pml: one player takes any of its steps, but a transaction only if it is the next
 * of the trace and leads to the state that the trace tells. So what pan walks through is hardly more than the run itself, and
 * its end is reached if the model could have done the same.
 *
 * With -DOPEN anybody may ask for what agents ask for, whenever the rules allow it: that holds the rules alone against a run in
 * which agents are meddled with. Notes then say nothing.
 *
 * The trace is read from the file that TRACE names: a line a transaction, with the cause's number (causes.pml) and the state after
 * it in the order of trace_row(); the rest of a line is for people. CRASH tells that a process begins. The exit code is 10 if
 * the trace is accepted; otherwise the last line says how far it was followed. */

byte cause;      /* of the transaction that was just made; 0 for a step that none tells of */
short position;  /* lines of the trace that have been followed */

c_decl {
\#include <stdio.h>
\#include <stdlib.h>
\#include <string.h>

  enum { trace_width = 55, trace_notes = 5, trace_most = 4000 };
#ifdef OPEN
  enum { trace_matched = trace_width - trace_notes };
#else
  enum { trace_matched = trace_width };
#endif
  static unsigned char trace_line[trace_most][trace_width + 1];
  static unsigned char trace_now[trace_width];
  static int trace_filled, trace_length, trace_furthest;

  static void trace_tell(void) {
    printf("%s: %d of %d lines\n", trace_furthest == trace_length ? "accepted" : "rejected", trace_furthest, trace_length);
  }
  static void trace_read(void) {
    const char *path = getenv("TRACE");
    FILE *file = path ? fopen(path, "r") : 0;
    int value, column = 0;
    if (!file) {
      fprintf(stderr, "ERROR no trace: TRACE must name a file\n");
      exit(2);
    }
    while (trace_length < trace_most && fscanf(file, "%d", &value) == 1) {
      trace_line[trace_length][column++] = (unsigned char)value;
      if (column == trace_width + 1) {
        column = 0;
        trace_length++;
        while ((value = fgetc(file)) != EOF && value != '\n')
          continue;
      }
    }
    if (column || !feof(file) || !trace_length) {
      fprintf(stderr, "ERROR the trace is cut short, too long, or none\n");
      exit(2);
    }
    fclose(file);
    atexit(trace_tell);
  }
  static void trace_take(const unsigned char *values, int count) {
    memcpy(trace_now + trace_filled, values, count);
    trace_filled += count;
  }
  static int trace_is(int position, int cause) {
    return trace_filled == trace_width && position < trace_length && trace_line[position][0] == cause
           && !memcmp(trace_line[position] + 1, trace_now, trace_matched);
  }
  static void trace_follow(int position) {
    if (position > trace_furthest)
      trace_furthest = position;
    if (position == trace_length)
      exit(10);
  }
}

c_decl {
  /* Whether all units' notes are on their way from what the last line says of them to what the next one does. */
  static int trace_leads(int position, const unsigned char *noted) {
    const unsigned char *last, *next;
    int u;
    if (position == 0 || position == trace_length)
      return 0;
    last = trace_line[position - 1] + 1 + trace_width - trace_notes;
    next = trace_line[position] + 1 + trace_width - trace_notes;
    for (u = 0; u < 5; u++)
      if (noted[u] && noted[u] != last[u] && noted[u] > next[u])
        return 0;
    return 1;
  }
/* Spin takes no calls where it wants an expression. */
\#define NOTES_LEAD_ON trace_leads(now.position, now.noted)
\#define IS_NEXT trace_is(now.position, now.cause)
}

inline trace_row() {
  c_code {
    trace_filled = 0;
    trace_take(now.application, 3); trace_take(now.units, 3); trace_take(now.relations, 3);
    trace_take(now.relation, 3); trace_take(now.members, 3); trace_take(now.scope, 3); trace_take(now.departing, 3);
    trace_take(now.unit, 5); trace_take(now.host, 5);
    trace_take(now.machine, 2); trace_take(now.draining, 2); trace_take(now.instance, 2);
    trace_take(now.forced_application, 3); trace_take(now.forced_relation, 3);
    trace_take(now.forced_unit, 5); trace_take(now.forced_machine, 2);
    trace_take(now.noted, 5);
  }
}

/* Blocks where the trace goes another way. */
inline follow() {
  if
  :: cause == 0 -> c_expr { NOTES_LEAD_ON }
  :: else ->
    trace_row();
    c_expr { IS_NEXT };
    position++;
    cause = 0;
    c_code { trace_follow(now.position); }
  fi
}

#ifdef OPEN
inline anybody(u, r) {
  if
  :: may_enter(u, r) -> enter_scope(u, r)
  :: in_scope(u, r) && !(departing[r] & bit(u)) -> depart_scope(u, r)
  :: in_scope(u, r) -> leave_scope(u, r)
  :: unit[u] == Alive -> set_dying(u, SET_DYING, 0)
  :: (unit[u] == Alive || unit[u] == Dying) && !has_subordinate(u) && !in_any_scope(u) -> set_dead(u)
  :: unit[u] == Dead -> delete_unit(u)
  :: exists(u) && !forced_unit[u] -> set_dying(u, FORCE_REMOVAL, 1)
  :: machine[1] == Alive && (draining[1] || !hosts(1)) -> set_machine_dying(1)
  :: (machine[1] == Alive || machine[1] == Dying) && !hosts(1) -> set_machine_dead(1)
  :: machine[1] == Dead -> delete_machine(1)
  :: (machine[1] == Alive || machine[1] == Dying) && !instance[1] -> set_instance(1)
  :: machine[0] == Alive && instance[0] -> by(CLEAR_INSTANCE); instance[0] = 0
  :: machine[0] == Alive && !instance[0] -> set_instance(0)
  :: machine[1] == Alive && instance[1] -> by(CLEAR_INSTANCE); instance[1] = 0
  fi
}
#endif

active proctype Player() {
  byte r;
  byte u;
  machine[0] = Alive;
  instance[0] = 1;
  made[0] = 1;
  c_code { trace_read(); };
end:
  do
  :: atomic { commands() -> follow() }
  :: atomic { force_relation(0) -> follow() }
  :: atomic { force_relation(1) -> follow() }
  :: atomic { force_relation(2) -> follow() }
  :: atomic { crash(); cause = CRASH; follow() }
#ifdef OPEN
  :: atomic {
      u = 0;
      do
      :: u < 4 -> u++
      :: break
      od;
      r = 0;
      do
      :: r < 2 -> r++
      :: break
      od;
      anybody(u, r);
      u = 0; r = 0;
      follow()
    }
#else
  :: atomic { machine_steps(0) -> follow() }
  :: atomic { machine_steps(1) -> follow() }
  :: atomic { renew(0) -> follow() }
  :: atomic { renew(1) -> follow() }
  :: atomic {
      u = 0;
      do
      :: u < 4 -> u++
      :: break
      od;
      if
      :: unit_steps(u)
      :: force_unit(u)
      fi;
      u = 0;
      follow()
    }
#endif
  od
}
