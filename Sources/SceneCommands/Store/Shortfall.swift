import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

/// What a look into a store could not show of what it was asked for.
///
/// Damage makes the answer incomplete: it is told on standard error and the code is 1. What only a
/// newer version understands is told as well, and is nobody's fault.
struct Shortfall {
  /// Something to tell, under a code that `explain` knows.
  private struct Remark {
    let code: String
    let text: String
  }

  /// How many values have bytes that are damaged.
  private(set) var damaged = 0
  /// How many values were written by a newer version.
  private(set) var newer = 0
  private var remarks: [Remark] = []
  private var isIncomplete = false
  /// Whether a check tells more: facts that are not understood may also be damaged ones, and of an
  /// older file it names what has the rest.
  private var needsCheck = false

  /// Why a value was noted that cannot be shown; one of another type may have been damaged since.
  private static let known: [SetAsideReason] = [.damaged, .newerFormat]

  /// Looks at what was read, and at the values that were asked for.
  init(_ snapshot: StoreSnapshot, _ entries: [StoredEntry]) {
    for remark in snapshot.remarks where remark.code != .layeredFileSystem {
      remarks.append(Remark(code: remark.code.rawValue, text: remark.description))
      if remark.code == .damaged { isIncomplete = true }
      if remark.code == .olderThanBackup { needsCheck = true }
    }
    needsCheck = needsCheck || !snapshot.notUnderstood.isEmpty
    for sentence in snapshot.notUnderstood {
      remarks.append(
        Remark(code: "newer-format", text: "\(sentence); shown is what is understood"))
    }
    add(values: entries, snapshot)
    if snapshot.unreadableCount > 0 {
      let count = Amount.count(snapshot.unreadableCount, "value")
      add(damage: "\(count) cannot be read, and where is not known")
    }
    if let first = snapshot.damagedTypes.first {
      let count = Amount.count(snapshot.damagedTypes.count, "name")
      add(damage: "\(count) of types cannot be read, the first in the row '\(first)'")
    }
    if !snapshot.damagedSessions.isEmpty {
      let names = snapshot.damagedSessions.prefix(5).map { "#\($0)" }.joined(separator: ", ")
      let count = Amount.count(snapshot.damagedSessions.count, "scene")
      add(damage: "the record of \(count) is damaged; only the number is known: \(names)")
    }
  }

  private mutating func add(values entries: [StoredEntry], _ snapshot: StoreSnapshot) {
    // What the app has met and noted is no news.
    let noted = Set(
      snapshot.setAside.filter { $0.isInPlace && Self.known.contains($0.record.reason) }
        .map(\.record.valueKey))
    var first: [EntryFacts.Fault: String] = [:]
    for entry in entries {
      guard let fault = entry.fault, !noted.contains(entry.storedKey) else { continue }
      if first[fault] == nil { first[fault] = snapshot.addressText(of: entry) }
      if fault == .damaged { damaged += 1 } else { newer += 1 }
    }
    if let address = first[.damaged] {
      let count = Amount.count(damaged, "value")
      add(damage: "\(count) \(damaged == 1 ? "is" : "are") damaged, the first at \(address)")
    }
    if let address = first[.newerFormat] {
      let count = Amount.count(newer, "value")
      remarks.append(
        Remark(code: "newer-format", text: "\(count) of a newer version, the first at \(address)"))
    }
  }

  private mutating func add(damage text: String) {
    remarks.append(Remark(code: "damaged", text: text))
    isIncomplete = true
  }

  /// What a verb ends with that showed all it could.
  var code: ExitCode { isIncomplete ? .no : .success }

  /// Says it on standard error, and what helps if it is about a store; `name` is what that is
  /// called where a command is about more than one.
  func tell(of directory: String?, as name: String? = nil, _ console: Console) {
    for remark in remarks {
      let text = SafeText.escaped((name.map { "\($0): " } ?? "") + remark.text)
      console.complain(console.errorPaint.bad("warning:") + " \(text) [\(remark.code)]\n")
    }
    if isIncomplete || needsCheck, let directory {
      let verb = ClusterPlace.isOne(directory) ? "roam" : "store"
      console.complain("  next   scenesim \(verb) check \(ShellText.word(directory))\n")
    }
  }

  /// The members of the object of `--json`.
  var members: [JSON.Member] {
    [
      .init("damaged", .int(damaged)), .init("newer", .int(newer)),
      .init("warnings", .texts(remarks.map(\.text))),
    ]
  }
}

extension EntryFacts {
  /// What stands in the place of a value that cannot be shown.
  var placeholder: String { fault == .newerFormat ? "(of a newer version)" : "(damaged)" }
}
