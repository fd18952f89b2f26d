/// The stable name of a kind of mistake, as in `[runs-on]` and `scenesim explain runs-on`.
package struct ProblemCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = name }

  package var description: String { rawValue }
}

// Failures: a step that cannot do what it says.
extension ProblemCode {
  package static let activityNotDeclared = ProblemCode("activity-not-declared")
  package static let payloadMismatch = ProblemCode("payload-mismatch")
  package static let appInForeground = ProblemCode("app-in-foreground")
  package static let notOurScheme = ProblemCode("not-our-scheme")
  package static let noSuchPlace = ProblemCode("no-such-place")
  package static let oneWindowApp = ProblemCode("one-window-app")
  package static let windowExists = ProblemCode("window-exists")
  package static let noSuchWindow = ProblemCode("no-such-window")
  package static let windowNotConnected = ProblemCode("window-not-connected")
  package static let wrongPhase = ProblemCode("wrong-phase")
  package static let whichWindow = ProblemCode("which-window")
  package static let noSuchTab = ProblemCode("no-such-tab")
  package static let noSuchKey = ProblemCode("no-such-key")
  package static let typeMismatch = ProblemCode("type-mismatch")
  package static let noSuchRow = ProblemCode("no-such-row")
  package static let noSuchSavePoint = ProblemCode("no-such-save-point")
  package static let appNotRunning = ProblemCode("app-not-running")
  package static let alreadyRunning = ProblemCode("already-running")
  package static let appRunning = ProblemCode("app-running")
  package static let noQuitHere = ProblemCode("no-quit-here")
  package static let nothingHeld = ProblemCode("nothing-held")
  package static let dragHeld = ProblemCode("drag-held")
  package static let nothingAdvertised = ProblemCode("nothing-advertised")
  package static let noSnapshot = ProblemCode("no-snapshot")
  package static let timeLimit = ProblemCode("time-limit")
  package static let noSuchDevice = ProblemCode("no-such-device")
  package static let noSuchScene = ProblemCode("no-such-scene")
  package static let noRoute = ProblemCode("no-route")
  package static let sessionInUse = ProblemCode("session-in-use")
  package static let valueTooLarge = ProblemCode("value-too-large")
  package static let sceneTooLarge = ProblemCode("scene-too-large")
  package static let valueNotReadable = ProblemCode("value-not-readable")
  package static let notAsExpected = ProblemCode("not-as-expected")
  package static let events = ProblemCode("events")
  package static let notFilledIn = ProblemCode("not-filled-in")
  package static let traceDiffers = ProblemCode("trace-differs")
  package static let noGolden = ProblemCode("no-golden")
}

// Problems: noticed while a step goes through.
extension ProblemCode {
  package static let screenNotRestored = ProblemCode("screen-not-restored")
  package static let rowIsGone = ProblemCode("row-is-gone")
  package static let listWasEmpty = ProblemCode("list-was-empty")
  package static let partlyRestored = ProblemCode("partly-restored")
  package static let storeNotUsable = ProblemCode("store-not-usable")
  package static let duplicatePath = ProblemCode("duplicate-path")
  package static let activityNotRecognised = ProblemCode("activity-not-recognised")
  package static let elementNotReadable = ProblemCode("element-not-readable")
  package static let whichPlace = ProblemCode("which-place")
  package static let valueInOtherScope = ProblemCode("value-in-other-scope")
  package static let defaultDiffers = ProblemCode("default-differs")
  package static let noScope = ProblemCode("no-scope")
  package static let typeClash = ProblemCode("type-clash")
  package static let handlerFailed = ProblemCode("handler-failed")
  package static let nameTooLong = ProblemCode("name-too-long")
  package static let scopeTooDeep = ProblemCode("scope-too-deep")
  package static let valueNotEncodable = ProblemCode("value-not-encodable")
  package static let nestedWrite = ProblemCode("nested-write")
  package static let alreadyOpen = ProblemCode("already-open")
  package static let insecureLocation = ProblemCode("insecure-location")
  package static let storeFromNewerVersion = ProblemCode("store-from-newer-version")
  package static let storeInUse = ProblemCode("store-in-use")
  package static let storeDamaged = ProblemCode("store-damaged")
  package static let storeRecovered = ProblemCode("store-recovered")
  package static let backupNotReadable = ProblemCode("backup-not-readable")
  package static let sharedTestStore = ProblemCode("shared-test-store")
  package static let treeTooDeep = ProblemCode("tree-too-deep")
}

// Reading and checking: found before the first step runs.
extension ProblemCode {
  package static let notReadable = ProblemCode("not-readable")
  package static let runsOn = ProblemCode("runs-on")
  package static let duplicateKey = ProblemCode("duplicate-key")
  package static let tab = ProblemCode("tab")
  package static let notUTF8 = ProblemCode("not-utf-8")
  package static let tooBig = ProblemCode("too-big")
  package static let tooDeep = ProblemCode("too-deep")
  package static let twoDocuments = ProblemCode("two-documents")
  package static let anchor = ProblemCode("anchor")
  package static let alias = ProblemCode("alias")
  package static let yamlTag = ProblemCode("yaml-tag")
  package static let directive = ProblemCode("directive")
  package static let mergeKey = ProblemCode("merge-key")
  package static let complexKey = ProblemCode("complex-key")
  package static let controlCharacter = ProblemCode("control-character")
  package static let notYAML = ProblemCode("not-yaml")
  package static let unknownKey = ProblemCode("unknown-key")
  package static let missingKey = ProblemCode("missing-key")
  package static let wrongKind = ProblemCode("wrong-kind")
  package static let wrongValue = ProblemCode("wrong-value")
  package static let oneVerb = ProblemCode("one-verb")
  package static let noSuchStep = ProblemCode("no-such-step")
  package static let noSuchVariable = ProblemCode("no-such-variable")
  package static let noSuchCheck = ProblemCode("no-such-check")
  package static let vacuous = ProblemCode("vacuous")
  package static let contradiction = ProblemCode("contradiction")
  package static let shadowed = ProblemCode("shadowed")
  package static let unused = ProblemCode("unused")
}
