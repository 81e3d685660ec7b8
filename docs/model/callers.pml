/* Who asks, in transactions.pml, and the crash that comes in between. */

/* One caller begins all and waits for all. */
proctype Client() {
  byte t;
  do
  :: atomic { begun != EVERYBODY ->
      do
      :: has(begun, t) -> t++
      :: else -> break
      od;
      begun = begun | (1 << t);
      if
      :: under_way < PLACES -> under_way++; set_out(t)
      :: else -> waiting ! t
      fi;
      t = 0
    }
  :: answered == EVERYBODY -> break
  od
}

inline forget() {
  do
  :: nempty(journal) -> journal ? _, _
  :: nempty(waiting) -> waiting ? _
  :: empty(journal) && empty(waiting) -> break
  od;
  t = 0;
  do
  :: t < ENTITIES ->
    do
    :: nempty(box[t]) -> box[t] ? _, _
    :: nempty(queue[t]) -> queue[t] ? _
    :: empty(box[t]) && empty(queue[t]) -> break
    od;
    record[t] = disk[t]; decided[t] = disk[t]; base[t] = disk[t]; written_by[t] = disk_number;
    holding[t] = 0; deciding[t] = 0; stage[t] = 0;
    exists[t] = (t != NEWBORN || disk[t]);
    t++
  :: else -> break
  od;
  t = 0;
  do
  :: t < TOKENS ->
    token[t].number = 0; token[t].visited = 0; token[t].saw = 0; token[t].looked = 0; token[t].tries = 0;
    t++
  :: else -> break
  od;
  base_number = disk_number; last_number = disk_number;
  under_way = 0; gathered = 0; writing = 0; sync_sent = 0;
  begun = answered
}

/* The process is gone at this instant and begins again from its disk. Whoever has no answer asks again: of what was
 * decided for him he may find it done. */
proctype Crash() {
  byte t, highest, expected;
end:
  do
  :: atomic { crashes < CRASHES && answered != EVERYBODY ->
      crashes++;
      if
      :: writing == 1 -> write_and_sync(highest, t, expected) /* written, not synced: it may survive */
      :: true
      fi;
      forget();
      t = 0
    }
  od
}
