import SceneState

/// What a change destroys, and so how a person has to agree to it.
enum Danger: Hashable {
  /// One value: who names it means it.
  case one
  /// Several values: a yes.
  case several
  /// A whole scene or store: its name, typed.
  case named(String)
}

/// The one place where a command asks before it destroys something.
extension Console {
  /// Whether a change may be made: it is small, forced, or somebody agrees.
  ///
  /// In a dry run nothing is asked, since nothing is done. False is the person's no, and is told;
  /// where nobody can be asked that is wrong usage, with the flag that says yes, and the command
  /// line that has it. What will be done is part of a sentence, such as `remove 3 values`.
  func agrees(
    to danger: Danger, _ what: String, isForced: Bool, flag: String = "--force", next: String
  ) throws(CommandFailure) -> Bool {
    if danger == .one || isForced || isDryRun { return true }
    guard !asksNothing, surroundings.inputIsTerminal else {
      throw CommandFailure(
        .usage, "nobody can be asked whether to \(what)", code: "not-confirmed",
        hint: "look at it with --dry-run, then say \(flag)", next: next)
    }
    try flush()
    clearProgress()
    let isAgreed: Bool
    switch danger {
    case .one: isAgreed = true
    case .several:
      send("\(SafeText.escaped(what))? [y/N] ")
      isAgreed = ["y", "yes"].contains(answer.lowercased())
    case .named(let name):
      send("\(SafeText.escaped(what))? Type \(SafeText.escaped(name)) to do it: ")
      isAgreed = answer == name
    }
    if !isAgreed { tellNothingChanged() }
    return isAgreed
  }

  /// Says that the person's answer was taken for a no.
  func tellNothingChanged() {
    if !isQuiet { complain("nothing was changed\n") }
  }

  private var answer: String {
    (surroundings.readLine() ?? "").trimmingBlanks
  }
}

extension String {
  /// Without blanks at both ends.
  var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
