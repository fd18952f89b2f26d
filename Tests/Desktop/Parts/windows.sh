# shellcheck shell=bash
# Nothing wakes an app that nobody uses: one that looked for something did so all the time.
naps() { awk '/^voluntary/ { sum += $2 } END { print sum }' "/proc/$app/task/"*/status; }
start 1
sleep 3
naps_before=$(naps)
sleep 3
[ $(($(naps) - naps_before)) -le 10 ] || fail "an idle app woke $(($(naps) - naps_before)) times"
echo "idle: the app sleeps"

# What is typed in two windows is there after a kill, in the same windows.
write_draft 'Tala is brave'
within 20 "the draft of window A" holds A/hawk/draft '"Tala is brave"'
first=$(xdotool getactivewindow)
xdotool key ctrl+n
within 20 "a second window" count_is 2
within 20 "its focus" another_has_focus
write_draft 'Why the raven'
within 20 "the draft of window B" holds B/hawk/draft '"Why the raven"'
picture before B
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 2
sleep 1
picture after B
holds A/hawk/draft '"Tala is brave"' || fail "window A lost its draft"
echo "kill: two windows came back with their drafts"

# A change from outside is on the screen: whoever types goes on from it.
"$scenesim" store set "$store" B/hawk/draft '"From outside"' >/dev/null
# A busy machine takes longer than the promised 0.1 s, which nothing here times.
sleep 2
write_draft ''
xdotool key End
xdotool type --delay 12 '!'
within 20 "an edit of the value from outside" holds B/hawk/draft '"From outside!"'
echo "outside: the window showed what another process wrote"

# A closed window takes its values along; the last one is kept, and ends the app.
xdotool key ctrl+w
within 20 "the closing of a window" count_is 1
gone() { ! value B/hawk/draft; }
within 20 "the end of its values" gone
within 20 "the focus" has_focus
xdotool key ctrl+w
ended 0
holds A/hawk/draft '"Tala is brave"' || fail "the last window lost its draft"
echo "close: the first window went with its values, the last one is kept"

# A signal ends the app with all that was typed.
start 1
write_draft ' and quick'
has_arrived() { value A/hawk/draft | grep -q 'quick'; }
within 20 "the edit of the draft" has_arrived
kill -TERM "$app"
ended 0
has_arrived || fail "SIGTERM lost what was typed: $(value A/hawk/draft)"
echo "signal: all is kept"

# Windows come back as large as they were, and the one with the focus has it again.
start 1
first=$(xdotool getactivewindow)
# A window that is just being shown may take its first size after it.
has_size() {
  xdotool windowsize "$first" 700 480
  value A/window | grep -q '"width"'
}
within 20 "the size of window A" has_size
sleep 0.5
size=$(value A/window)
xdotool key ctrl+n
within 20 "a second window" count_is 2
within 20 "its focus" another_has_focus
xdotool windowactivate "$first"
is_first() { [ "$(xdotool getactivewindow)" = "$first" ]; }
within 20 "the focus of the first window" is_first
sleep 0.5
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 2
sleep 1
[ "$(value A/window)" = "$size" ] || fail "window A was $size, now $(value A/window)"
width=$(xdotool getwindowgeometry --shell "$(xdotool getactivewindow)" | sed -n 's/^WIDTH=//p')
[ "$width" -ge 690 ] || fail "the front window is $width wide, not as the one before"
write_draft '!'
edited() { value A/hawk/draft | grep -q '!'; }
within 20 "an edit in the window that was in front" edited
echo "geometry: size and focus came back"

# Two processes with one store: each has windows of its own, and none is shown twice.
other=$app
start 1
write_draft 'Mine'
within 20 "a draft of the second process" holds C/hawk/draft '"Mine"'
for app in "$app" "$other"; do
  kill -TERM "$app"
  ended 0
done
start 3
kill -TERM "$app"
ended 0
"$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
no_complaints
echo "processes: three windows of two processes came back"
