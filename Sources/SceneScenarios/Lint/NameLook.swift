import FoundationEssentials
internal import SceneLifecycle

/// Finds what an app says with a name that is almost one that it has, and places that links miss.
struct NameLook {
  private let app: AppDeclaration
  private let steps: [ParsedStep]

  static func warnings(_ app: AppDeclaration, _ steps: [ParsedStep]) -> [Diagnostic] {
    let look = NameLook(app: app, steps: steps)
    return look.activities + look.partsThatMayBeMissing + look.firstPlace
  }

  /// An activity that nobody declares and whose type is almost a declared one.
  private var activities: [Diagnostic] {
    let declared = app.activities.map(\.type)
    let recognised = app.node?["recognises"]?.list ?? []
    let scenes = (app.node?["scenes"]?.map ?? []).map { $0.value["restoration"] }
    let restoration = (scenes + [app.node?["restoration"]]).compactMap { $0?["activity"] }
    let others = Set(recognised.compactMap(\.text) + restoration.compactMap(\.text))
    return (recognised + restoration).compactMap { node in
      guard let type = node.text, !VariableText.isIn(type), !declared.contains(type),
        let near = Self.near(type, among: declared + others.sorted())
      else { return nil }
      // Of two that nobody declares it is the one that is said less often.
      guard declared.contains(near) || count(type) < count(near) else { return nil }
      return app.source.warning(
        at: node.range, "no activity here is called `\(type)`", hint: "did you mean `\(near)`?")
    }
  }

  /// The type that is the same but for one part between dots, which is near.
  private static func near(_ type: String, among types: [String]) -> String? {
    let parts = type.split(separator: ".").map(String.init)
    return types.first { other in
      let others = other.split(separator: ".").map(String.init)
      let different = zip(parts, others).filter { $0 != $1 }
      guard others.count == parts.count, different.count == 1, let (one, two) = different.first
      else { return false }
      return !NearestName.suggestions(for: one, among: [two]).isEmpty
    }
  }

  private func count(_ type: String) -> Int {
    let texts =
      FurtherLook.names(in: app.node) + steps.flatMap { FurtherLook.names(in: $0.argument) }
    return texts.count { $0 == type }
  }

  /// A screen with a part that a link may leave out beside one that it has: all of it goes.
  private var partsThatMayBeMissing: [Diagnostic] {
    Self.screensLeftOut(by: app).map { screen, missing in
      app.source.warning(
        at: screen.range,
        "a link without `\(missing)` leaves out the whole screen `\(screen.text ?? "")`, and what "
          + "it does say is lost",
        hint: "give what may be missing a screen of its own: `\"{\(missing)}\"`")
    }
  }

  /// The screens that go with a part that a link may leave out, though it has other parts of them.
  static func screensLeftOut(by app: AppDeclaration) -> [(screen: Node, missing: String)] {
    (app.node?["navigator"]?["places"]?.map ?? []).flatMap { place -> [(Node, String)] in
      let pattern = place.key.name
      let optional = NavigatorDeclaration.parts(of: pattern).filter {
        pattern.contains("{\($0)?}")
      }
      if optional.isEmpty { return [] }
      return (place.value["path"]?.list ?? []).compactMap { screen in
        let parts = NavigatorDeclaration.parts(of: screen.text ?? "")
        guard let missing = parts.first(where: optional.contains),
          parts.contains(where: { !optional.contains($0) })
        else { return nil }
        return (screen, missing)
      }
    }
  }

  /// The place that a new window begins with is one that the navigator does not have.
  private var firstPlace: [Diagnostic] {
    guard let navigator = app.navigator, let name = navigator.savesTo, let key = app.key(name)
    else { return [] }
    let link: String
    switch key.initial {
    case .text(let text) where !text.isEmpty: link = text
    case .url(let text) where !text.isEmpty: link = text
    default: return []
    }
    do throws(LinkError) {
      _ = try navigator.links.place(for: link)
      return []
    } catch {
      return [
        app.source.warning(
          at: key.range,
          "the default of `\(name)`, `\(link)`, is no place of the navigator: "
            + "a new window begins at the first one",
          hint: app.nearLink(link))
      ]
    }
  }
}
