/// What a step is looked at with before anything runs: the names there are, and what is sure here.
///
/// A step says in its own file which of its values are names of what, and what it changes. A
/// value with a variable is nobody's mistake yet: it is looked at when the step runs.
///
/// Long, since every kind of step asks it: a file for each kind of name.
package final class StepCheck {
  var source: SourceFile
  /// The app as it may be declared here; empty if nothing is known of it.
  var apps: [CheckedApp] { didSet { appVersion += 1 } }
  /// Counts how often the possible apps changed.
  var appVersion = 0
  /// What any version of the app in the file declares.
  let declaredNames: DeclaredNames
  /// The names of devices; empty for one without a name.
  let devices: [String]
  /// What variables may be; nil where steps of the app are looked at, which have others.
  var values: PossibleValues?
  /// Whether scenes follow their user from device to device.
  var roams = false
  /// The windows that steps so far could have opened.
  var windows: Set<String> = []
  /// How the names begin and end that have a variable in between.
  var windowPatterns: [NamePattern] = []
  /// Whether the app was replaced by another version of itself.
  var wasUpdated = false
  /// The tabs of any version so far: their values may still be there.
  var formerTabs: Set<String> = []
  /// The save points that steps so far could have set, each with the apps of that moment.
  var savePoints = SavePoints()
  /// Names that steps mention which cannot be read; nobody is blamed for using them.
  var mentioned: Set<String> = []
  var process = ProcessState()
  /// The steps that threw windows away, by window.
  var closings: [String: PlacedName] = [:]
  /// Where an `expect` first says of a window, or of the app, what surely is not so.
  var claims: [String: (state: String, line: Int)] = [:]
  /// The window that the step names with `in`.
  var windowOfStep: Node?
  /// Whether a step may have said of a window what it takes.
  var someTakeNotAll = false
  /// The last step whose load from outside surely opened no window.
  var lastTaken: PlacedName?
  /// Rows that steps put into tables, by the text of their first field; nil if that is open.
  var insertedRows: Set<String>? = []
  /// Whether steps run more than once here, or in another order.
  var isRepeated = false
  /// Whether an app takes the step in one of its windows.
  var isInside = false
  /// What the payload of the handler is whose steps these are.
  var payload: HandlerDeclaration.Payload?
  /// Whether mistakes are not told: a hint for each, of very many, takes its time.
  var isSilent = false
  /// The code with which the step is to be refused.
  var fails: String?
  /// Whether a refusal of the step is not told, since the run goes on after it.
  var mayBeRefused = false
  /// Whether it was told that nothing launches the app: the first window that is named is its.
  var lacksLaunch = false
  /// The windows that were told to be missing; nobody is blamed for using them once more.
  var missing: Set<String> = []
  /// The steps before this one that change nothing, since they are to be refused.
  var refusals = ExpectedRefusals()
  private(set) var found: [Diagnostic] = []

  init(
    source: SourceFile, apps: [CheckedApp], declaredNames: DeclaredNames, devices: [String]
  ) {
    self.source = source
    self.apps = apps
    self.declaredNames = declaredNames
    self.devices = devices
    // Several devices have a process each.
    if devices.count > 1 { process.neverBeSure() }
  }

  // MARK: Mistakes

  func add(_ diagnostic: Diagnostic) { found.append(diagnostic.shown(in: source)) }

  func add(
    _ code: ProblemCode, at range: SourceRange, _ message: String, hint: String? = nil
  ) {
    add(source.diagnostic(code, at: range, message, hint: hint))
  }

  func collect(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { add(error) }
  }

  /// The same for a body of one expression.
  func collect<Value>(_ body: @autoclosure () throws(Diagnostic) -> Value) {
    collect { () throws(Diagnostic) in _ = try body() }
  }

  /// Goes on as if there were what was told to be missing: what follows from that is told once.
  func goOn(_ change: () -> Void) { if !isSilent, !mayBeRefused { change() } }

  /// Hands over what was found, and begins anew.
  func takeFound() -> [Diagnostic] {
    defer { found = [] }
    return found
  }

  /// Adds a mistake unless one of the possible apps has nothing against what is written.
  func unlessRight(_ body: (CheckedApp) -> Diagnostic?) {
    if isSilent { return }
    var first: Diagnostic?
    for app in apps {
      guard let mistake = body(app) else { return }
      first = first ?? mistake
    }
    if let first { add(first) }
  }

  // MARK: What is written

  /// The map of an argument, after a mistake for each key that is not known.
  ///
  /// - Returns: nil if it is no map, which the step says when it is read.
  func map(
    _ input: StepInput, keys: [String], required: [String] = []
  ) -> NodeMap? {
    let subject = "`\(input.verb.name)`"
    return map(input.argument, of: subject, keys: keys, required: required, at: input.verb.range)
  }

  /// The same for a map inside an argument.
  func map(
    _ node: Node?, of subject: String, keys: [String], required: [String] = [],
    at place: SourceRange? = nil
  ) -> NodeMap? {
    guard let node, node.map != nil,
      // It is a map already, and keys are looked at below, all of them.
      let map = try? NodeMap(node, in: source, of: subject, missingKeysAt: place)
    else { return nil }
    for mistake in isSilent ? [] : map.unknownKeys(known: keys) { add(mistake) }
    // What stands under a key that is written wrong may be the name that others use.
    for entry in map.entries where !keys.contains(entry.key.name) { mention(entry.value) }
    for key in required where map.entry(key) == nil {
      let place = place ?? SourceRange(at: node.range.start)
      // Two keys that are missing are missing at one place: the first is enough.
      if map.unknownKeys(known: keys).isEmpty {
        add(source.missingKey(key, of: subject, at: place))
      }
    }
    return map.corrected(known: keys)
  }

  /// The text of a node, if it is one and holds no variable.
  func literal(_ node: Node?) -> String? {
    guard let text = node?.text, !VariableText.isIn(text) else { return nil }
    return text
  }

  /// Keeps the names of something that cannot be read.
  func mention(_ node: Node) { for text in node.leaves().compactMap(\.text) { mention(text) } }

  /// Notes the words of a text: without a blank behind its colon `launch:Main` is one.
  private func mention(_ text: String) {
    mentioned.formUnion(text.split { !$0.isLetter && !$0.isNumber }.map(String.init) + [text])
  }
}
