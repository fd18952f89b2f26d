import SceneLifecycle

// Whose rules an app lives by.
extension AppDeclaration {
  /// SwiftUI's rule for events from outside: not one of restoring, so it can stand beside those.
  static let swiftUI = "swiftui"

  /// The words under `profile:`.
  package static let profileWords = RestorationProfile.allCases.map(\.rawValue) + [swiftUI]

  /// Reads `profile: macos`, `profile: swiftui`, or both in a list.
  mutating func readProfile(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    guard let node = map.optional("profile") else { return }
    for item in node.list ?? [node] {
      let word = mistakes.read(try source.word(item, of: Self.profileWords, for: "`profile`"))
      if word == Self.swiftUI { reusesPlainWindows = false }
      guard let named = word.flatMap({ RestorationProfile(rawValue: $0) }) else { continue }
      if let profile, profile != named {
        mistakes.append(
          source.contradiction(
            item, "the windows come back by the rules of `\(profile.rawValue)` already",
            hint: "beside one of these only `\(Self.swiftUI)` can stand"))
      }
      profile = named
    }
  }
}
