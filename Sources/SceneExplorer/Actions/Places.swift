import SceneLifecycle
import SceneScenarios
import SceneState

/// Where one can go in an app: its screens, and the places of its navigator.
struct Places {
  /// A place of the navigator with its parts filled in.
  struct Place: Sendable {
    let url: String
    let tab: String?
    let path: [String]
  }

  /// The screens that can be pushed anywhere.
  let screens: [String]
  let places: [Place]
  /// The links that lead somewhere, and those that the app itself names.
  let urls: [String]
  /// The screens of a tree, by the tab that has them.
  private let treeScreens: [String: [String]]
  private let facts: AppFacts

  init(_ facts: AppFacts, steps: [ParsedStep]) {
    self.facts = facts
    let app = facts.app
    let reader = HandlerReader(app.ownSteps + steps)
    var screens = app.explore.screens
    // Users go where there is something.
    let rows = app.key(StorageKey.path)?.row.map { Self.rows($0, in: app) }
    let named = reader.screens.filter { name in !app.screens.contains { $0.part(of: name) != nil } }
    screens += (rows ?? named).filter { !screens.contains($0) }
    for screen in app.screens { screens += Self.rows(screen.row, in: app).map(screen.screen) }
    // What keeps a path keeps any; an app that names no screen and keeps none has none.
    if screens.isEmpty, app.key(StorageKey.path) != nil {
      screens = ["screen/one", "screen/two"]
    }
    self.screens = Array(screens.prefix(6))
    places = Self.places(of: app)
    let handled = app.handlers.flatMap { handler in
      let reader = HandlerReader(handler.steps, if: [handler.condition])
      return Self.texts.enumerated().compactMap { number, text in
        // The last one is about nothing that there is.
        handler.link?.link { part in
          let cell = text == Self.texts.last ? nil : reader.cell(part, number, app)
          return cell?.text ?? cell?.written ?? text
        }
      }
    }
    urls = app.explore.links + places.map(\.url) + handled
    var treeScreens: [String: [String]] = [:]
    for root in app.tree.roots { Self.collect(root, tabs: app.tabs, into: &treeScreens) }
    self.treeScreens = treeScreens
  }

  /// What stands for parts of which nothing is known.
  private static let texts = ["1", "2", "one"]

  private static func places(of app: AppDeclaration) -> [Place] {
    guard let links = app.navigator?.links else { return [] }
    var places: [Place] = []
    for place in links.places {
      let parts = NavigatorDeclaration.parts(of: place.pattern)
      for value in parts.isEmpty ? [""] : values(of: place, parts, in: app) {
        func filled(_ text: String) -> String {
          parts.reduce(text) { $0.replacing("{\($1)}", with: value) }
        }
        let path = place.path.map(filled)
        // A query of items is no text with braces to be filled in.
        let url = links.url(tab: place.tab, path: path) ?? filled(place.pattern)
        places.append(Place(url: url, tab: place.tab?.rawValue, path: path))
      }
    }
    return places
  }

  /// What the parts of a place can be: those of a screen about rows are rows that there are.
  private static func values(
    of place: SceneLifecycle.Place, _ parts: [String], in app: AppDeclaration
  ) -> [String] {
    let screen = app.screens.first { screen in
      parts.contains { place.path.contains(screen.screen(of: "{\($0)}")) }
    }
    return screen.map { rows($0.row, in: app) } ?? texts
  }

  /// The first rows that screens or places are about.
  static func rows(_ row: RowReference, in app: AppDeclaration) -> [String] {
    let rows = app.tables.first { $0.name == row.table }?.rows.prefix(3) ?? []
    return rows.compactMap { $0[row.field]?.text ?? $0[row.field]?.written }
  }

  private static func collect(
    _ node: TreeNodeDeclaration, tabs: [String], into screens: inout [String: [String]]
  ) {
    if node.kind == .navigation {
      let tab = tabs.contains(node.id) ? node.id : ""
      // The first one is always there.
      screens[tab, default: []] += node.children.dropFirst()
        .filter { [.screen, .web].contains($0.kind) }.map(\.id)
    }
    for child in node.children { collect(child, tabs: tabs, into: &screens) }
  }

  /// The screens that can be pushed on a path.
  func next(in tab: String?, on path: [String]) -> [String] {
    switch facts.path {
    case .navigator:
      places.compactMap { place in
        place.tab == tab && place.path.count == path.count + 1 && place.path.starts(with: path)
          ? place.path.last : nil
      }
    case .tree: (treeScreens[tab ?? ""] ?? []).filter { !path.contains($0) }
    case .key, .memory: screens
    }
  }
}
