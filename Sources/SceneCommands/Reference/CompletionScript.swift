/// The scripts by which shells ask `scenesim completion --words`, so that they know what it knows.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let bashText = #"""
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

    """#

  private static let zshText = #"""
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

    """#

  private static let fishText = #"""
    # Completions of scenesim for fish; made by `scenesim completion fish`.
    function __scenesim_words
      set -l before (commandline -opc)
      set -l typed (commandline -ct)
      for line in ($before[1] completion --words -- $before[2..-1] "$typed" 2>/dev/null)
        switch $line
          case ':files'
            __fish_complete_path "$typed"
          case ':folders'
            __fish_complete_directories "$typed"
          case '*'
            echo $line
        end
      end
    end
    complete -c scenesim -f -a '(__scenesim_words)'

    """#
}
