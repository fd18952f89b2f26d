# shellcheck shell=bash
# Windows that come and go at random, with kills: as many sessions are left as windows.
RANDOM=7
count=1
opened=1
start 1
while [ "$opened" -lt $((rounds * 10)) ]; do
  case $((RANDOM % 10)) in
    0 | 1 | 2 | 3 | 4)
      if [ "$count" -ge 8 ]; then continue; fi
      xdotool key ctrl+n
      count=$((count + 1)) opened=$((opened + 1))
      ;;
    9)
      kill -9 "$app"
      wait "$app" 2>/dev/null || true
      start "$count"
      ;;
    *)
      if [ "$count" -eq 1 ]; then continue; fi
      xdotool key ctrl+w
      count=$((count - 1))
      ;;
  esac
  within 20 "$count windows" count_is "$count"
  within 20 "the focus of one of $count windows" has_focus
  # What is killed has had its 16 ms.
  sleep 0.1
done
kill -TERM "$app"
ended 0
sessions=$("$scenesim" store dump "$store" | grep -c '"kind":"session"')
[ "$sessions" -eq "$count" ] || fail "$sessions sessions are left of $count windows"
"$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
no_complaints
echo "windows: $opened opened and all but $count closed, with kills"
