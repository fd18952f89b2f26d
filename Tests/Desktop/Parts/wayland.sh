# shellcheck shell=bash
# The same on Wayland, as far as it goes there.
status=0
python=()
if has_gi; then python=("$(Scripts/python-with gi)"); fi
chmod 755 "$folder"
env -u DISPLAY python3 Tests/Desktop/wayland.py "$folder/programs" "$folder/wayland" ${python[@]+"${python[@]}"} || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 77 ] || fail "it is otherwise on Wayland"
