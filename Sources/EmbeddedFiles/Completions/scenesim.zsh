#compdef scenesim
# Completions of scenesim for zsh; made by `scenesim completion zsh`.
_scenesim() {
  local line
  local -a found texts open opentexts
  for line in "${(@f)$(${words[1]} completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *)
        # What ends in a slash goes on.
        if [[ ${line%%$'\t'*} == */ ]]; then
          open+=("${line%%$'\t'*}")
          opentexts+=("${line/$'\t'/  -- }")
        else
          found+=("${line%%$'\t'*}")
          texts+=("${line/$'\t'/  -- }")
        fi
        ;;
    esac
  done
  (( ${#open} )) && compadd -S '' -l -d opentexts -a open
  (( ${#found} )) && compadd -l -d texts -a found
}
if [ "$funcstack[1]" = "_scenesim" ]; then _scenesim "$@"; else compdef _scenesim scenesim; fi
