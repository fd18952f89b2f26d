# shellcheck shell=bash
# Nothing of a window that was closed is kept.
osprey
start 1
first=$(xdotool getactivewindow)
windows=$((rounds > 1 ? rounds * 20 : 10))
for _ in $(seq "$windows"); do
  xdotool key ctrl+n
  within 20 "a second window" count_is 2
  within 20 "its focus" another_has_focus
  xdotool key ctrl+w
  within 20 "the closing of a window" count_is 1
  within 20 "the focus" has_focus
done
xdotool key ctrl+q
ended 0
# The scene of the window that was there to the end is the host's until the process is gone.
grep -qx "of $((windows + 1)) windows 0 views and [01] scenes are kept" "$folder/said" ||
  fail "closed windows are kept: $(cat "$folder/said")"
echo "closed: nothing is kept of $windows windows"
