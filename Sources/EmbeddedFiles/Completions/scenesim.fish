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
