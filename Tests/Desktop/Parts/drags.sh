# shellcheck shell=bash
# A character is dragged by mouse: into a window, to the desktop, nowhere.
to_window=(800 250)
jaime=(40 171)
rhona=(40 193)
start 1
first=$(xdotool getactivewindow)
xdotool key ctrl+n
within 20 "a second window" count_is 2
within 20 "its focus" another_has_focus
xdotool windowmove "$(xdotool getactivewindow)" 560 0
xdotool windowmove "$first" 0 0
sleep 0.5
drag "$first" "${rhona[@]}" "${to_window[@]}"
xdotool key Escape
sleep 0.5
xdotool mouseup 1
drag "$first" "${rhona[@]}" "${to_window[@]}"
xdotool mouseup 1
within 20 "a drop on window B" holds B/hawk/path '["character/rhona"]'
drag "$first" "${jaime[@]}" "${to_desktop[@]}"
xdotool mouseup 1
within 20 "a window for what was dropped on the desktop" count_is 3
within 20 "its path" holds C/hawk/path '["character/jaime"]'
within 20 "its focus" another_has_focus
third=$(xdotool getactivewindow)
xdotool windowmove "$third" 600 330
drag "$first" "${jaime[@]}" "${to_desktop[@]}"
xdotool key Escape
sleep 0.5
xdotool mouseup 1
sleep 1
count_is 3 || fail "a drag that Escape ended opened a window"
! value A/hawk/path || fail "a drag changed the window that it came from"
no_complaints
echo "drags: a window, the desktop, and Escape"

# The keyboard does what the mouse does.
xdotool windowactivate --sync "$first" mousemove --window "$first" 200 155 click 1
sleep 0.3
xdotool key Tab key Tab key ctrl+shift+Return
within 20 "a row in the window before" holds C/hawk/path '["character/rhona"]'
within 20 "its focus" another_has_focus
xdotool windowactivate --sync "$first"
sleep 0.3
xdotool key ctrl+Return
within 20 "a window for a row" count_is 4
within 20 "its path" holds D/hawk/path '["character/rhona"]'
within 20 "its focus" another_has_focus
xdotool key ctrl+w
within 20 "the closing of a window" count_is 3
no_complaints
echo "rows by key: into the window before, into one of their own"

# What another program drags in is refused with a sentence, and holds nobody up.
foreign_rows() { foreign=$(xdotool search --onlyvisible --name '^Foreign rows$'); }
if has_gi; then
  xdotool windowactivate --sync "$third" key ctrl+w
  within 20 "the closing of a window" count_is 2
  "$(Scripts/python-with gi)" Tests/Desktop/foreign_drags.py &
  foreign_app=$!
  pids+=("$foreign_app")
  within 20 "a window of another program" foreign_rows
  xdotool windowmove "$foreign" 0 400
  sleep 0.5
  drag_row() { # drag_row NUMBER: one of the other program's
    drag "$foreign" 50 $((30 * $1 + 15)) "${to_window[@]}"
    xdotool mouseup 1
  }
  drag_row 0
  sleep 0.5
  [ ! -s "$folder/complaints" ] || fail "a type that the app does not know reached it"
  drag_row 1
  within 20 "the refusal of what is no activity" says 'no activity'
  drag_row 2
  within 20 "the refusal of what is too large" says '256 KiB'
  drag_row 3
  drag "$first" "${jaime[@]}" "${to_window[@]}"
  xdotool mouseup 1
  within 20 "a drop while another is read" holds B/hawk/path '["character/jaime"]'
  within 20 "the end of waiting for what never comes" says 'five seconds'
  sleep 1
  picture foreign B
  : >"$folder/complaints"
  drag "$first" "${jaime[@]}" 50 500
  kill -9 "$foreign_app"
  wait "$foreign_app" 2>/dev/null || true
  xdotool mouseup 1
  within 20 "a window for what was dropped where a window was" count_is 3
  no_complaints
  echo "drags from another program: three refused, one passed over, and one onto its end"
else
  echo "skipped: no python3-gi, so no other program drags anything"
fi
kill -9 "$app"
wait "$app" 2>/dev/null || true

# Another process takes the windows while something of one is on its way.
start "$("$scenesim" store scenes "$store" --plain | wc -l)"
first=$(xdotool getactivewindow)
xdotool windowmove "$first" 0 0
drag "$first" "${jaime[@]}" "${to_desktop[@]}"
echo 'activate A' | .build/debug/HawkNotes --store "$store" --take-over >/dev/null
within 20 "a sentence of the windows that another process has" says 'taken the scene over'
within 20 "the end of an app without windows" ends
xdotool mouseup 1
ended 0
: >"$folder/complaints"
"$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
echo "taken over: the app said so, and the drag led nowhere"
