# shellcheck shell=bash
# Tabs come and go, and take their values along from window to window.
last_tab=(380 75)
osprey
start 1
first=$(xdotool getactivewindow)
xdotool windowmove "$first" 0 0
for address in one two three; do open_tab "$address"; done
xdotool key ctrl+w
within 20 "the closing of a tab" have_tabs A 2
within 20 "the end of its values" test -z "$(addresses | grep -x three)"
xdotool key ctrl+shift+t
within 20 "the tab that was closed" have_tabs A 3
within 20 "its values" lists_address three
drag "$first" "${last_tab[@]}" "${to_desktop[@]}"
xdotool key Escape
sleep 1
xdotool mouseup 1
# The bar takes the next press for the end of that drag.
xdotool mousemove --window "$first" "${last_tab[@]}" click 1
sleep 0.5
have_tabs A 3 || fail "a drag that Escape ended moved a tab"
drag "$first" "${last_tab[@]}" "${to_desktop[@]}"
xdotool mouseup 1
within 20 "a window for the tab that was torn off" count_is 2
within 20 "the tab in it" have_tabs B 1
have_tabs A 2 || fail "the tab is still in its old window"
within 20 "its focus" another_has_focus
second=$(xdotool getactivewindow)
xdotool windowmove "$second" 560 0
sleep 0.5
xdotool mousemove --window "$first" 60 75 click 1
sleep 0.5
drag "$first" 60 75 900 75
xdotool mouseup 1
within 20 "a tab in the other window" have_tabs B 2
have_tabs A 1 || fail "the tab is still in its old window"

# The keyboard does what the mouse does, which leaves no help on the screen.
xdotool mousemove 1400 600 windowactivate --sync "$second"
first=$second
sleep 0.3
xdotool key ctrl+shift+m
within 20 "a tab in the window before" have_tabs A 2
have_tabs B 1 || fail "the tab is still in its old window"
within 20 "its focus" another_has_focus
first=$(xdotool getactivewindow)
sleep 0.3
xdotool key ctrl+shift+n
within 20 "a window for a tab" count_is 3
within 20 "the tab in it" have_tabs C 1
have_tabs A 1 || fail "the tab is still in its old window"
within 20 "its focus" another_has_focus
xdotool key ctrl+shift+n
sleep 0.5
count_is 3 || fail "the only tab of a window went to another one"
sleep 0.5
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 3
[ "$(addresses | sort | tr '\n' ' ')" = "one three two " ] || fail "the tabs are: $(addresses)"
kill -TERM "$app"
ended 0
no_complaints
echo "tabs: closed, brought back, torn off, moved; by mouse and by key"

for round in $(seq "$rounds"); do
  osprey "torn-$round"
  start 1
  first=$(xdotool getactivewindow)
  xdotool windowmove "$first" 0 0
  for address in one two; do open_tab "$address"; done
  drag "$first" "${last_tab[@]}" "${to_desktop[@]}"
  xdotool mouseup 1
  sleep "0.$((round * 37 % 200 / 100))$((round * 37 % 100))"
  kill -9 "$app"
  wait "$app" 2>/dev/null || true
  [ "$(addresses | sort | tr '\n' ' ')" = "one two " ] || fail "round $round: the tabs are: $(addresses)"
  [ "$(all_tabs)" -eq 2 ] || fail "round $round: $(all_tabs) tabs are listed"
  "$scenesim" store check "$store" >/dev/null || fail "round $round: the store is not sound"
done
echo "tabs: torn off and killed at once, $round times, each value in one place"
no_complaints
