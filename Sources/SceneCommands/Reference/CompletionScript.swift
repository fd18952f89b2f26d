internal import EmbeddedFiles

/// The scripts by which shells ask `scenesim completion --words`, so that they know what it knows.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: unsafe String(cString: completion_bash())
    case .zsh: unsafe String(cString: completion_zsh())
    case .fish: unsafe String(cString: completion_fish())
    }
  }
}
