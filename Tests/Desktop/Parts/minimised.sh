# shellcheck shell=bash
# A minimised window is in the background: what it shows is kept, and it comes back.
in_background() { "$scenesim" store scenes "$store" --json | grep -q '"scene":"B"[^}]*"phase":"background"'; }
start 1
first=$(xdotool getactivewindow)
xdotool key ctrl+n
within 20 "a second window" count_is 2
within 20 "its focus" another_has_focus
second=$(xdotool getactivewindow)
write_draft 'Put away'
xdotool windowminimize "$second"
within 20 "the minimising of a window" count_is 1
within 20 "what was typed in it" holds B/hawk/draft '"Put away"'
within 20 "the window in the background" in_background
xdotool windowactivate "$second"
within 20 "the window again" count_is 2
within 20 "its focus" another_has_focus
! in_background || fail "a window that is seen is in the background"
xdotool windowminimize "$second"
within 20 "the minimising of a window" count_is 1
within 20 "the window in the background" in_background
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 2
holds B/hawk/draft '"Put away"' || fail "the minimised window lost its draft"
kill -TERM "$app"
ended 0
no_complaints
echo "minimised: in the background, and back after a kill"
