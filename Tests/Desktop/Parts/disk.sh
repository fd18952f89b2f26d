# shellcheck shell=bash
# A disk that is full, and a store whose folder is somewhere else for a while: the app goes on, says
# so, and writes what waits when it can.
mkdir "$folder/small"
if mount -t tmpfs -o size=3m scene-storage "$folder/small" 2>/dev/null; then
  store=$folder/small/store
  place=(--store "$store")
  start 1
  first=$(xdotool getactivewindow)
  write_draft 'before'
  within 20 "a draft" holds A/hawk/draft '"before"'
  dd if=/dev/zero of="$folder/small/filling" bs=1k count=4000 2>/dev/null || true
  xdotool key ctrl+n
  within 20 "a second window" count_is 2
  within 20 "its focus" another_has_focus
  write_draft 'while it was full, '
  # Twice as long each time.
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13; do
    if says 'full'; then break; fi
    xdotool key ctrl+a key ctrl+c key End key ctrl+v
    sleep 0.3
  done
  within 20 "a sentence of the full disk" says 'full'
  rm "$folder/small/filling"
  begins_so() { value B/hawk/draft | grep -q '^"while it was full.*!"$'; }
  # What is pasted comes when it comes, and on a busy machine after the next key.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    xdotool key End
    xdotool type '!'
    sleep 1
    if begins_so; then break; fi
  done
  within 20 "what was typed while the disk was full" begins_so
  : >"$folder/complaints"
  mv "$store" "$store.elsewhere"
  xdotool type '?'
  within 20 "a sentence of the missing store" says 'data.mdb'
  sleep 2
  mv "$store.elsewhere" "$store"
  xdotool type '.'
  ends_so() { value B/hawk/draft | grep -q '!?[.]"$'; }
  within 20 "what was typed while the store was elsewhere" ends_so
  kill -TERM "$app"
  ended 0
  "$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
  umount "$folder/small"
  echo "full disk, store elsewhere: the app said so, went on and kept all"
else
  echo "full disk: skipped, this user may not mount a small disk"
fi
