# Lines that tell how far something is, each with its time; sourced by cmd/build and cmd/demo. On a terminal the line of
# what is under way is written over; elsewhere one is added at most every ten seconds.

now() { date +%s; }

# took BEGAN: how long ago that was.
took() {
  seconds_since=$(($(now) - $1))
  if [ $seconds_since -ge 60 ]; then
    echo "$((seconds_since / 60)) min $((seconds_since % 60)) s"
  else
    echo "$seconds_since s"
  fi
}

line_shown=$(now)

# under_way WHAT BEGAN TEXT
under_way() {
  if [ -t 1 ]; then
    printf '\r\033[K%-10s %-52.52s %s' "$1" "$3" "$(took "$2")"
  elif [ $(($(now) - line_shown)) -ge 10 ]; then
    line_shown=$(now)
    printf '%-10s %-52.100s %s\n' "$1" "$3" "$(took "$2")"
  fi
}

# over WHAT BEGAN TEXT: nothing more is to come of it.
over() {
  if [ -t 1 ]; then printf '\r\033[K'; fi
  printf '%-10s %-52s %s\n' "$1" "$3" "$(took "$2")"
  line_shown=$(now)
}
