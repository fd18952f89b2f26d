package import SceneState

/// Why a command was not carried out; the only place that makes a sentence of it.
package enum Mistake: Error, CustomStringConvertible {
  /// A word that is none of those that are possible here.
  case unknownWord(kind: String, word: String, known: [String])
  case wrongUsage(String)
  case noWindow
  case allInBackground(SceneID)
  case nothingToPop(String)
  case refused(String)
  case noCluster
  /// This program was built without what asks a cluster.
  case cannotRoam

  static func unknown(_ kind: String, _ word: String, among known: [String]) -> Mistake {
    .unknownWord(kind: kind, word: word, known: known)
  }

  static func usage(_ syntax: CommandSyntax) -> Mistake {
    .wrongUsage(syntax.argument.isEmpty ? syntax.name : "\(syntax.name) \(syntax.argument)")
  }

  /// What went wrong and what to do now.
  package var description: String {
    switch self {
    case .unknownWord(let kind, let word, let known):
      let begin = "unknown \(kind) '\(word.visible)'"
      if let near = NearWord.of(word, among: known) {
        return "\(begin); did you mean '\(near)'?"
      }
      if kind == "command" { return "\(begin); 'help' lists the commands" }
      if known.isEmpty, kind == "window of another machine" { return "\(begin); there is none" }
      if known.isEmpty { return "\(begin); there is none, 'open' makes one" }
      return "\(begin); there is \(known.joined(separator: ", "))"
    case .wrongUsage(let usage): return "write '\(usage)'"
    case .noWindow: return "there is no window; 'open' makes one"
    case .allInBackground(let id):
      return "all windows are in the background; 'activate \(id.rawValue)' brings one back"
    case .nothingToPop(let book): return "\(book) shows its first screen; nothing to go back from"
    case .refused(let reason): return reason
    case .noCluster: return "no other machine is known; start with '--roam etcd://HOST:PORT'"
    case .cannotRoam:
      return "this Hawk Notes cannot roam; build it with 'swift build --traits Roaming'"
    }
  }
}

/// Finds the name that a misspelled one was probably meant to be.
enum NearWord {
  /// The name with the fewest letters to change, if they are at most a third of it.
  static func of(_ word: String, among names: [String]) -> String? {
    let ranked = names.map {
      (edits: edits(from: Array(word.lowercased()), to: Array($0.lowercased())), name: $0)
    }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(1, best.name.count / 3) && best.edits < best.name.count
      ? best.name : nil
  }

  /// How many letters are too many, missing, wrong, or swapped with their neighbour.
  private static func edits(from old: [Swift.Character], to new: [Swift.Character]) -> Int {
    // Longer words than any name need no table.
    guard old.count <= 40 else { return old.count }
    var beforeLast: [Int] = []
    var last = Array(0...new.count)
    for row in old.indices {
      var current = [row + 1]
      for column in new.indices {
        var cost = min(
          last[column] + (old[row] == new[column] ? 0 : 1), last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[new.count]
  }
}
