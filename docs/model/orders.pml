/* Orders for one unit's hooks, given by agents that fail alone (W4, W7; docs/developers/decisions.md 85): the
 * process goes on, and so does the program of an agent that has failed.
 *
 * An agent notes a hook as pending, then orders it. The runner runs one program of the unit at a
 * time and keeps further orders in a queue. The next agent takes what was pending for a failed
 * try; a person may say that it counts as done (resolved --no-retry); otherwise it is ordered
 * again. The runner asks, when an order's turn comes, whether who gave it still acts for the unit.
 *
 * Checked: no hook begins once it counts as done, none before its turn; and whenever nothing moves
 * any more all hooks are done. BREAK_ORDERS has the runner not ask. */
#ifndef HOOKS
#define HOOKS 3
#endif
#ifndef FAILS
#define FAILS 3
#endif
#define QUEUE 5 /* one order an agent, FAILS + 1 agents at most */

/* On disk: the hook in hand (as many count as done); whether it is pending, and has failed. */
byte hand;
bit pending, tried;

byte acts, agents, fails; /* which agent acts, 0: none; how many there were; failures */
chan orders = [QUEUE] of { byte, byte };  /* hook, by which agent */
byte running, by;         /* the hook whose program runs, counted from 1; who ordered it */
chan ended = [QUEUE] of { byte, bit };    /* to which agent; whether it went well */

proctype Agent() {
  bit well;
  byte whom;
end:
  do
  :: atomic { !acts -> agents++; acts = agents;
      if
      :: pending -> pending = 0; tried = 1
      :: else
      fi }
  :: atomic { acts && hand < HOOKS && !pending && nfull(orders) -> pending = 1; orders!hand, acts }
  :: atomic { acts && tried && !pending -> tried = 0; hand++ } /* a person's word */
  :: atomic { ended?whom, well ->
      if
      :: whom == acts && well -> pending = 0; tried = 0; hand++
      :: whom == acts && !well -> pending = 0; tried = 1
      :: else /* nobody is there to hear of it */
      fi }
  :: atomic { acts && fails < FAILS -> acts = 0; fails++ }
  od
}

proctype Runner() {
  byte hook, who;
end:
  do
  :: atomic { !running && nempty(orders) -> orders?hook, who;
      if
#ifdef BREAK_ORDERS
      :: true ->
#else
      :: who == acts ->
#endif
        assert(hook == hand); /* it is its turn, and it does not count as done */
        running = hook + 1; by = who
      :: who != acts /* void */
      fi }
  :: atomic { running && nfull(ended) -> running = 0;
      if
      :: ended!by, 1
      :: ended!by, 0
      fi }
  od
}

proctype Quiet() {
  timeout -> assert(hand == HOOKS && !running && empty(orders))
}

init {
  atomic { run Agent(); run Runner(); run Quiet() }
}
