# shellcheck shell=bash
# Windows that follow their user to another machine: from one that was killed, and from one that is
# asked.
if ! command -v etcd >/dev/null || ! pkg-config --exists libcurl libsodium; then
  echo "skipped: roaming: no etcd, libcurl or libsodium: Scripts/install gets them"
  return
fi
cluster=$(Scripts/cluster "$folder/$part")
etcd_pid=$(cat "$folder/$part/etcd/pid-1")
pids+=("$etcd_pid")
roam() { # roam MACHINE: the place of a machine's store, and who it is
  store=$folder/$part/$1
  place=(--store "$store" --roam "$cluster" --user ann --device "$1")
}
is_carried() { "$scenesim" store get "$cluster/com.example.hawknotes/ann" "$1" | grep -qx "$2"; }
roam desk
start 1
write_draft "typed at the desk"
within 20 "the draft in the cluster" is_carried A/hawk/draft '"typed at the desk"'
kill -9 "$app"
wait "$app" 2>/dev/null || true

roam laptop
start 2 --bring all
within 20 "the draft on the laptop" holds A-2/hawk/draft '"typed at the desk"'
picture roaming A-2
laptop=$app
# Who comes back asks for both, and the windows go.
visible_of() { xdotool search --all --onlyvisible --pid "$1" --desktop 0 2>/dev/null | wc -l; }
laptop_shows() { [ "$(visible_of "$laptop")" -eq "$1" ]; }
roam desk
start 2 --bring all
within 20 "the windows' leaving" laptop_shows 0
within 20 "the draft at the desk again" holds A/hawk/draft '"typed at the desk"'
kill -TERM "$laptop" 2>/dev/null || true
kill -TERM "$app"
wait "$laptop" 2>/dev/null || true
ended 0
"$scenesim" store check "$folder/$part/desk" >/dev/null || fail "the desk's store is not sound"
"$scenesim" store check "$folder/$part/laptop" >/dev/null || fail "the laptop's store is not sound"
Scripts/cluster stop "$folder/$part"
echo "roaming: a window came from a machine that was killed, and went to one that asked"
