import SceneSimulator
internal import SceneState

/// A mistake with everything its message needs: place, both values, origin, state and advice.
///
/// A diagnostic holds facts and finished sentences; `DiagnosticRenderer` lays them out.
@dynamicMemberLookup
package struct Diagnostic: Error, Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable {
    case error, warning
    /// Needs no answer: what a reader may want to know.
    case note
  }

  /// A line of the form `label   text`, such as `wanted`, `had`.
  package struct Fact: Sendable, Hashable {
    package var label: String
    package var text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// The piece of the file shown under the first line, with carets under `range`.
  package struct Frame: Sendable, Hashable {
    package var range: SourceRange
    /// What the marked text stands for, shown as `= value` behind the carets.
    package var resolved: String?
    /// A remark behind the carets.
    package var remark: String?
    /// The file to show, if it is not the scenario itself.
    package var source: SourceFile?

    package init(_ range: SourceRange, resolved: String? = nil, remark: String? = nil) {
      self.range = range
      self.resolved = resolved
      self.remark = remark
    }
  }

  /// Where in a window a value was looked at.
  struct Spot: Sendable, Hashable {
    /// The tab, of a value that each has for itself.
    var tab: String?
    var place: String?
    /// Where that is stored.
    var key: StoredPlace?
    /// What a list lacks.
    var missing: [SourceRange] = []
  }

  /// What was noticed and nothing has asked for.
  package struct Noticed: Sendable, Hashable {
    /// Where the value lies, such as `A/hawk/draft`; nil if it is not about one.
    package var address: String?
    /// The window; nil for the app and the store.
    package var window: String?
    /// The place inside the value, such as `country.flag`.
    package var field: String?
    package var reason: String
  }

  /// The steps that a value comes from.
  package struct Origin: Sendable, Hashable {
    package var wrote: Int?
    /// Since when it cannot be read.
    package var spoiled: Int?
  }

  /// What it holds, all of which is read and written as its own.
  package struct Contents: Sendable, Hashable {
    package var severity: Severity = .error
    package var code: ProblemCode
    /// The file, or nil for a message without a place.
    package var file: String?
    package var range: SourceRange
    /// The first line without place and code: lower case, no final stop.
    package var message: String
    /// The number of the step that failed; nil for what was found before a run.
    package var step: Int?
    /// Case, step and group, as one line.
    package var context: String?
    /// The source to show; nil shows none.
    package var frame: Frame?
    /// Both values of a check that failed.
    package var comparison: Comparison?
    /// Where the found value comes from, as a sentence.
    package var cameFrom: String?
    /// What took away what was there, if something did.
    var cause: String?
    var spot = Spot()
    package var noticed: Noticed?
    package var origin = Origin()
    /// Since when, and until when, it was as expected.
    package var wasSo: String?
    /// Further labelled lines, directly under the frame.
    package var facts: [Fact] = []
    /// Further lines without label.
    package var notes: [String] = []
    /// The state around, one line each.
    package var around: [String] = []
    package var hint: String?
    package var next: String?
    /// What else was found by the same step; each is a message of its own.
    var others: [Diagnostic] = []
  }

  /// One word, however much there is to say: hundreds of functions throw diagnostics, and each would
  /// hold code that copies all of it.
  private indirect enum Box: Sendable, Hashable { case holds(Contents) }

  private var box: Box

  private var contents: Contents {
    switch box {
    case .holds(let contents): contents
    }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Contents, Value>) -> Value {
    get { contents[keyPath: path] }
    set {
      var contents = contents
      contents[keyPath: path] = newValue
      box = .holds(contents)
    }
  }

  /// A diagnostic that shows the source at `range`.
  package init(
    _ code: ProblemCode, file: String?, range: SourceRange, _ message: String, hint: String? = nil
  ) {
    var contents = Contents(code: code, file: file, range: range, message: message)
    contents.hint = hint
    contents.frame = Frame(range)
    box = .holds(contents)
  }
}

extension Diagnostic {
  /// The order of reports: by file, place and code.
  package static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let files = (left.file ?? "", right.file ?? "")
    if files.0 != files.1 { return files.0 < files.1 }
    if left.range.start != right.range.start { return left.range.start < right.range.start }
    return left.code.rawValue < right.code.rawValue
  }
}

extension Diagnostic {
  /// How many bytes are kept of it, roughly.
  var byteCount: Int {
    1024 + contents.message.utf8.count
      + 2 * ((expected?.utf8.count ?? 0) + (actual?.utf8.count ?? 0))
      + contents.around.reduce(0) { $0 + 64 + $1.utf8.count }
  }

  /// The wanted and the found value of a check, whole.
  package var expected: String? { contents.comparison?.expected.text }
  package var actual: String? { contents.comparison?.actual.text }

  /// The same in few lines, for what stands below another message of its step.
  var brief: Diagnostic {
    var result = self
    (result.frame, result.around, result.next) = (nil, [], nil)
    result.comparison?.isShown = false
    return result
  }

  /// The same for an included file: its text is shown, not the scenario's.
  package func shown(in source: SourceFile) -> Diagnostic {
    guard contents.file == source.path else { return self }
    var result = self
    if result.frame?.source == nil { result.frame?.source = source }
    return result
  }
}
