package import SceneState

/// The stable name of a kind of mistake, as in `[runs-on]` and `scenesim explain runs-on`.
///
/// What a store, the lifecycle or a simulated step can say has its code there; the others follow.
package typealias ProblemCode = SceneProblem.Code

// Failures: a step that cannot do what it says.
extension SceneProblem.Code {
  package static let whichWindow = Self(rawValue: "which-window")
  package static let noSuchSavePoint = Self(rawValue: "no-such-save-point")
  package static let timeLimit = Self(rawValue: "time-limit")
  package static let noSuchDevice = Self(rawValue: "no-such-device")
  package static let alreadyThere = Self(rawValue: "already-there")
  package static let cutOff = Self(rawValue: "cut-off")
  package static let notCarried = Self(rawValue: "not-carried")
  package static let notRoaming = Self(rawValue: "not-roaming")
  package static let noSuchDisplay = Self(rawValue: "no-such-display")
  package static let notAsExpected = Self(rawValue: "not-as-expected")
  package static let events = Self(rawValue: "events")
  package static let notFilledIn = Self(rawValue: "not-filled-in")
  package static let traceDiffers = Self(rawValue: "trace-differs")
  package static let noGolden = Self(rawValue: "no-golden")
}

// Problems: noticed while a step goes through.
extension SceneProblem.Code {
  package static let whichPlace = Self(rawValue: "which-place")
}

// Reading and checking: found before the first step runs.
extension SceneProblem.Code {
  package static let notReadable = Self(rawValue: "not-readable")
  package static let runsOn = Self(rawValue: "runs-on")
  package static let tab = Self(rawValue: "tab")
  package static let notUTF8 = Self(rawValue: "not-utf-8")
  package static let tooBig = Self(rawValue: "too-big")
  package static let tooDeep = Self(rawValue: "too-deep")
  package static let twoDocuments = Self(rawValue: "two-documents")
  package static let anchor = Self(rawValue: "anchor")
  package static let alias = Self(rawValue: "alias")
  package static let yamlTag = Self(rawValue: "yaml-tag")
  package static let directive = Self(rawValue: "directive")
  package static let mergeKey = Self(rawValue: "merge-key")
  package static let complexKey = Self(rawValue: "complex-key")
  package static let controlCharacter = Self(rawValue: "control-character")
  package static let notYAML = Self(rawValue: "not-yaml")
  package static let unknownKey = Self(rawValue: "unknown-key")
  package static let missingKey = Self(rawValue: "missing-key")
  package static let wrongValue = Self(rawValue: "wrong-value")
  package static let oneVerb = Self(rawValue: "one-verb")
  package static let noSuchStep = Self(rawValue: "no-such-step")
  package static let noSuchVariable = Self(rawValue: "no-such-variable")
  package static let noSuchCheck = Self(rawValue: "no-such-check")
  package static let vacuous = Self(rawValue: "vacuous")
  package static let contradiction = Self(rawValue: "contradiction")
  package static let shadowed = Self(rawValue: "shadowed")
  package static let unused = Self(rawValue: "unused")
  package static let hardlyMeant = Self(rawValue: "hardly-meant")
}
