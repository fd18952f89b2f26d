import SceneScenarios
import Testing

enum TreeHelper {
  /// An app with two tabs; the first has a stack of a table, a detail screen and a web page.
  static let app = """
    scenesim: 1
    scenario: test
    app:
      device: iphone
      windows: one
      tabs: { world: World, settings: Settings }
      data: { countries: [{ name: Chile }, { name: Denmark }, { name: Egypt }] }
      lists: { countries: { tab: world, rows: countries, id: name } }
      tree:
        root: { kind: tabs, children: [world, settings] }
        world: { kind: navigation, children: [countries, detail, page] }
        countries: { kind: list }
        detail: { kind: screen, DETAIL saves: { country: Denmark } }
        page: { kind: web, made-by: app, saves: { history: [PAGES] } }
        settings: { kind: screen, SETTINGS made-by: existing }
    steps:

    """

  /// Runs steps in the app; what stands for `DETAIL` and `SETTINGS` goes into those nodes.
  static func run(
    _ steps: String, detail: String = "", settings: String = "",
    pages: String = "\"https://a.example/1\", \"https://a.example/2\""
  ) throws -> CaseRun {
    let text = app.replacing("DETAIL ", with: detail).replacing("SETTINGS ", with: settings)
      .replacing("PAGES", with: pages)
    return try RunHelper.run(file: text + steps)
  }
}
