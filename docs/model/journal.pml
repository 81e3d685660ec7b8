/* The journal of transactions.pml: one batch, one sync, then the answers. */
/* How many are numbered before one that has come, and still on their way. */
inline find_gap(missing, top) {
  top = disk_number;
  i = 0;
  do
  :: i < TOKENS ->
    top = (has(gathered, i) && token[i].number > top -> token[i].number : top);
    i++
  :: else -> break
  od;
  missing = top - disk_number;
  i = 0;
  do
  :: i < TOKENS -> missing = missing - (has(gathered, i) && token[i].number); i++
  :: else -> break
  od;
  i = 0; top = 0
}

/* One batch: of each record the newest, up to the highest number that has gathered. On disk is then every
 * transaction up to that number, and each whole (L7). */
inline write_and_sync(top, at, sum) {
  top = disk_number;
  at = 0;
  do
  :: at < ENTITIES ->
    sum = 0; /* the number of the newest so far */
    i = 0;
    do
    :: i < TOKENS ->
      if
      :: has(gathered, i) && token[i].number > sum && has(token[i].visited, at) ->
        sum = token[i].number;
        disk[at] = token[i].value[at]
      :: else
      fi;
      top = (has(gathered, i) && token[i].number > top -> token[i].number : top);
      i++
    :: else -> break
    od;
    at++
  :: else -> break
  od;
  disk_number = top;
  at = 0;
  do
  :: at < ENTITIES ->
    sum = base[at];
    i = 0;
    do
    :: i < TOKENS ->
      sum = sum + (token[i].number > base_number && token[i].number <= disk_number &&
                             has(token[i].visited, at));
      i++
    :: else -> break
    od;
    assert(disk[at] == sum);
    at++
  :: else -> break
  od;
  i = 0; at = 0; sum = 0; top = 0
}

/* Its first participant, as far as its plan knows. */
inline set_out(t) {
  token[t].route = token[t].set;
  if
  :: token[t].kind == Find -> token[t].route = token[t].set & ~(token[t].set - 1) /* the lowest of them */
  :: token[t].kind == Look -> token[t].route = 1 << LAST
  :: else
  fi;
  pass_on(t)
}

/* Output commit: what an answer shows is on disk. A place that gets free goes to who has waited longest. */
inline answer_all(one) {
  one = 0;
  do
  :: one < TOKENS && has(gathered, one) ->
    assert(token[one].number <= disk_number && token[one].saw <= disk_number);
    answered = answered | (1 << one);
    under_way--;
    one++
  :: one < TOKENS && !has(gathered, one) -> one++
  :: else -> break
  od;
  do
  :: under_way < PLACES && nempty(waiting) -> waiting ? one; under_way++; set_out(one)
  :: under_way == PLACES || empty(waiting) -> break
  od;
  one = 0
}

#ifdef BREAK_ACK_EARLY
#define first_half() answer_all(t)
#define second_half() write_and_sync(highest, t, expected)
#else
#define first_half() write_and_sync(highest, t, expected)
#define second_half() answer_all(t)
#endif

proctype Journal() {
  byte t, highest, expected;
  mtype what;
end:
  do
  :: atomic { writing == 0 && nempty(journal) ->
      journal ? what(t);
      if
      :: what == Append ->
        gathered = gathered | (1 << t);
        if
        :: !sync_sent -> journal ! Sync(0); sync_sent = true /* behind what has queued by then: that is the batch */
        :: else
        fi
      :: else ->
        find_gap(highest, expected);
#ifdef BREAK_LOST_WAKEUP
        sync_sent = (highest != 0);
#else
        sync_sent = false; /* what fills the gap asks again */
#endif
#ifdef BREAK_NO_GAP
        highest = 0;
#endif
        writing = (highest == 0);
        highest = 0
      fi;
      what = 0; t = 0
    }
  :: atomic { writing == 1 -> first_half(); writing = 2 }
  :: atomic { writing == 2 -> second_half(); writing = 0; gathered = 0 }
  od
}
