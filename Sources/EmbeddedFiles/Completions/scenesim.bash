# Completions of scenesim for bash 4 or later; made by `scenesim completion bash`.
_scenesim() {
  local line typed=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$typed") ;;
      :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$typed") ;;
      *)
        line=${line%%$'\t'*}
        # Bash takes words apart at `=`, so only what is behind it is completed.
        [[ $line == --*=* ]] && line=${line#*=}
        # What ends in a slash goes on.
        [[ $line == */ ]] && compopt -o nospace
        COMPREPLY+=("$(printf '%q' "$line")")
        ;;
    esac
  done < <("${COMP_WORDS[0]}" completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _scenesim scenesim
