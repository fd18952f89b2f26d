# shellcheck shell=bash
# The same user in three window systems leaves the same values.
scripts=(Tests/Desktop/ThreeWays/drags.txt)
if [ -n "${SCENE_STORAGE_ROUNDS:-}" ]; then scripts=(Tests/Desktop/ThreeWays/*.txt); fi
python3 Tests/Desktop/three_ways.py "$folder/programs" "$folder/three-ways" "${scripts[@]}" ||
  fail "the window systems differ"
