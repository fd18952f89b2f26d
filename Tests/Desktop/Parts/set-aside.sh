# shellcheck shell=bash
# A window whose values end the app twice comes back without them, and with a button for them.
osprey
start 1
for address in one two; do open_tab "$address"; done
kill -9 "$app"
wait "$app" 2>/dev/null || true
for _ in 1 2; do
  OSPREY_DIES_OF=A "$app_program" "${place[@]}" "$folder" 2>/dev/null && fail "it did not end"
done
start 1
within 20 "a sentence why the window is new" grep -q partly-restored "$folder/complaints"
sleep 1
xdotool key --clearmodifiers alt+b
within 20 "the values that were set aside" have_tabs A 2
within 20 "an address" lists_address two
kill -TERM "$app"
ended 0
"$scenesim" store check "$store" >/dev/null || fail "the store is not sound"
echo "set aside: a window that ended the app twice came back by its button"
