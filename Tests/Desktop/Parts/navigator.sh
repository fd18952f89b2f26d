# shellcheck shell=bash
# In an app whose places have links the page in front is the navigator's: by link, mouse and key.
osprey
export DESKTOP_APP=heron
is_at() { holds A/address "\"heron://$1\""; }
start 1 'heron://search?q=owl'
within 20 "the place of a link" is_at 'search?q=owl'
picture search A
xdotool mousemove --window "$(xdotool getactivewindow)" 110 70 click 1
within 20 "the place of a tab" is_at later
xdotool key ctrl+Tab
within 20 "the place of the next tab" is_at feeds
xdotool key ctrl+shift+Tab
within 20 "the place of the tab before" is_at later
kill -9 "$app"
wait "$app" 2>/dev/null || true
start 1
sleep 0.5
is_at later || fail "the place did not come back"
picture later A
xdotool key ctrl+Tab
within 20 "the place beside the one that came back" is_at feeds
kill -TERM "$app"
ended 0
unset DESKTOP_APP
no_complaints
echo "navigator: by link, mouse and key, and back after a kill"
