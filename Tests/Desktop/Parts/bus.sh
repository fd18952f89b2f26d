# shellcheck shell=bash
# On a bus there is one process: a second start hands over what it was started for.
if ! command -v dbus-daemon >/dev/null; then
  echo "skipped: no dbus-daemon, so nothing is handed over"
  return 0
fi
dbus-daemon --session --nofork --print-address=3 3>"$folder/bus/address" >/dev/null 2>&1 &
pids+=($!)
within 20 "a bus" test -s "$folder/bus/address"
DBUS_SESSION_BUS_ADDRESS=$(cat "$folder/bus/address")
export DBUS_SESSION_BUS_ADDRESS XDG_STATE_HOME=$folder/state
if has_gi; then
  "$(Scripts/python-with gi)" Tests/Desktop/session_manager.py >"$folder/session" 2>&1 &
  manager=$!
  pids+=("$manager")
  sleep 0.5
fi
place=()
store=$XDG_STATE_HOME/com.example.hawknotes/scenes.store
start 1
hand_over() { # hand_over ARGUMENT…: a second start, which ends at once
  timeout 20 "$app_program" "$@" 2>>"$folder/complaints" || fail "the second start did not end"
}
hand_over --character jaime
within 20 "a character from outside" holds A/hawk/path '["character/jaime"]'
hand_over
hand_over hawknotes://character/tala
within 20 "a link from outside" holds A/raven/path '["character/tala"]'
no_complaints
hand_over hawknotes://nowhere
is_refused() { grep -q 'nowhere' "$folder/complaints"; }
within 20 "the refusal of a link that the app does not know" is_refused
count_is 1 || fail "a second start opened a window"
picture refused A
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 1 --character rhona
within 20 "what the app was started for" holds A/hawk/path '["character/rhona"]'
kill -TERM "$app"
ended 0
"$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
echo "one process: what a second start was for came to the first"

# The desktop's session ends: what the windows show is handed over and durable before the answer.
if has_gi; then
  state_is() { "$scenesim" store dump "$store" | grep -q "\"state\":\"$1\""; }
  start 1
  within 20 "an active window" state_is foregroundActive
  write_draft 'Last words'
  kill -USR1 "$manager"
  within 20 "the answer to the session's manager" grep -q 'answered True' "$folder/session"
  kill -9 "$app"
  wait "$app" 2>/dev/null || true
  value A/hawk/draft | grep -q 'Last words' || fail "the end of the session lost what was typed"
  "$scenesim" store dump "$store" | grep -q '"activity"' ||
    fail "the window was not asked what it shows"
  echo "session: its end was heard and answered"
fi

# A screen reader finds the windows, their tabs and their fields by name.
launcher=$(command -v at-spi-bus-launcher || ls /usr/libexec/at-spi-bus-launcher 2>/dev/null || true)
if [ -z "$launcher" ] || ! has_gi; then
  echo "skipped: no at-spi-bus-launcher, so no screen reader looks"
  return 0
fi
unset GTK_A11Y
"$launcher" --launch-immediately >/dev/null 2>&1 &
pids+=($!)
sleep 1
start 1
finds_all() {
  "$(Scripts/python-with gi)" Tests/Desktop/accessible_names.py >"$folder/names" 2>&1
  local name
  for name in 'text: Draft' 'The Broken Raven' 'label: Jaime' 'Close'; do
    grep -q "$name" "$folder/names" || return 1
  done
}
within 20 "the names for a screen reader" finds_all
kill -TERM "$app"
ended 0
echo "screen reader: windows, tabs, rows and fields have names"
