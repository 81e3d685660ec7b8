# What happens to the example shop, step by step, each seen to come true; sourced by cmd/demo, whose words it uses.

# Names of the units behind the proxy, each once, as two dozen pages tell them.
served_by() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    fetch 2>/dev/null | grep '^unit: ' || echo 'unit: nobody'
  done | sed 's/^unit: //' | sort -u | tr '\n' ' '
}

# The proxy may need a health check or two before it believes in a new server.
expect_served_by() {
  tries=60
  until [ "$(served_by)" = "$1 " ]; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || die "expected pages from $1 through the proxy, and got them from: $(served_by)"
    sleep 0.5
  done
  echo "   pages come from $1"
}

removal_survives_a_crash() {
  say "kill -9 in the middle of a removal: orrery remove-unit shop/1"
  orrery remove-unit shop/1
  kill -KILL "$server"
  wait "$server" 2>/dev/null || :
  server=
  found=$(find "$data/models" -maxdepth 5 -path '*/units/shop-1')
  [ -n "$found" ] || die "shop/1 was gone before the orchestrator was killed: this showed nothing"
  echo "   the orchestrator is dead, shop/1 half removed; the shop goes on:"
  page | sed 's/^/     /'
  start_server
  console "wait unit shop/1 gone; wait settled; check"
  expect_served_by "shop/2"
}

# No hook of the unit is waited for; what it ran ends with it, and the proxy drops it all the same.
removal_by_force() {
  say "remove by force: orrery remove-unit --force --no-wait shop/2"
  orrery add-unit shop
  console "wait settled"
  expect_served_by "shop/2 shop/3"
  orrery remove-unit --force --no-wait shop/2
  console "wait unit shop/2 gone; wait settled; check"
  expect_served_by "shop/3"
}

remove_everything() {
  for application in logger proxy shop redis; do
    say "remove: orrery remove-application $application"
    orrery remove-application "$application"
    console "wait application $application gone"
  done
  console "wait settled"
  for machine in $(ask '" ".join(sorted(set(model.get("machines") or {}) - {"0"}))'); do
    orrery remove-machine "$machine"
  done
  console "wait settled; assert count unit == 0; assert count application == 0; check"
  tries=$((seconds * 2)) # machine 0 manages the model and stays
  until [ "$(ask 'len(set(model.get("machines") or {}) - {"0"})')" = 0 ]; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || die "machines do not go: $(ask 'sorted(model["machines"])')"
    sleep 0.5
  done
  [ -z "$(left)" ] || die "processes are left: $(ps -o pid=,args= -p "$(left | tr '\n' ',' | sed 's/,$//')")"
  echo "   nothing of the model is left, and no process"
}

story() {
  say "every shop answers through the proxy"
  page | sed 's/^/     /'
  expect_served_by "shop/0 shop/1"

  say "add a unit: orrery add-unit shop"
  orrery add-unit shop
  watch_until_settled
  expect_served_by "shop/0 shop/1 shop/2"

  say "change a setting: orrery config shop greeting=..."
  orrery config shop greeting="Nice to see you"
  watch_until_settled
  [ "$(page | head -n 1)" = "Nice to see you" ] || die "the page still begins with: $(page | head -n 1)"
  page | sed 's/^/     /'

  say "remove a unit: orrery remove-unit shop/0"
  orrery remove-unit shop/0
  console "wait unit shop/0 gone; wait settled"
  expect_served_by "shop/1 shop/2"

  removal_survives_a_crash
  removal_by_force
  remove_everything
}
