# shellcheck shell=bash
# The same user in three window systems leaves the same values.
three_ways() {
  python3 Tests/Desktop/three_ways.py "$folder/programs" "$folder/three-ways" "$@" ||
    fail "the window systems differ"
}
if [ "$rounds" -eq 1 ]; then
  three_ways Tests/Desktop/ThreeWays/drags.txt
else
  three_ways Tests/Desktop/ThreeWays/*.txt
  three_ways --seeds "$((rounds / 5))"
fi
