import Foundation
import SceneLifecycle
import SceneScenarios
import SceneState
import Testing

struct AppDeclarationTests {
  @Test(arguments: TestFolder.files(in: TestFolder.samples, ending: [".yaml"]))
  func `the app of a sample has no mistakes`(file: URL) throws {
    let source = SourceFile(
      path: file.lastPathComponent, bytes: try TestFolder.bytes(of: file))
    do throws(MistakesFound) {
      _ = try LoadedScenario(source)
    } catch {
      // What this version cannot run is refused, which says nothing about the declaration.
      let mistakes = error.diagnostics.filter { !$0.message.hasSuffix(" yet") }
      #expect(mistakes.map(RunHelper.line) == [])
    }
  }

  @Test func `an app without anything has the defaults`() throws {
    let app = try AppHelper.app("name: Notes")
    #expect(app.name == "Notes")
    #expect(app.version == 1)
    #expect(app.hasManyWindows)
    #expect(app.recognised == nil)
    #expect(app.loadsDataBeforeRestoring)
    #expect(app.allowsSaving && app.allowsRestoring)
    #expect(app.conditions.can == ["*"] && app.conditions.prefers == [])
    #expect(app.budget.scene == .usual)
    #expect(app.external == .matchingWindowFirst)
    #expect(!app.keepsTombstones)
  }

  @Test func `activities, handlers and what comes back are read`() throws {
    let app = try AppHelper.app(
      """
      tabs: { hawk: H, raven: R }
      nested: { editor: { in: hawk } }
      types: { Item: { id: string } }
      activities: { com.item: { payload: Item }, com.any: ~ }
      recognises: [com.item]
      restoration: { activity: com.edit, title: Edit }
      handlers:
        - { on: com.item, do: [{ select: "${payload.id}" }] }
        - { on: com.item, at: tab, if: "${x}", do: [] }
        - { on: com.any, at: raven, if: { a: 1 }, do: [{ show: [a] }, { set: { x: 1 } }] }
        - { on: com.any, at: hawk/editor, if: false, do: [pop] }
      on-phase: { inactive: [{ clear: [x] }] }
      storage: { x: { type: int, via: activity } }
      """)
    #expect(app.activity("com.item")?.payload?.description == "Item")
    #expect(app.activity("com.any")?.payload == nil)
    #expect(app.recognised == ["com.item"])
    #expect(app.restoration?.activity == "com.edit")
    #expect(app.restoration?.title?.text({ _ in true }) { _ in nil } == "Edit")
    #expect(
      app.handlers.map(\.level) == [
        .window, .everyTab, .tab("raven"), .nested(tab: "hawk", name: "editor"),
      ])
    #expect(app.handlers.map(\.steps.count) == [1, 0, 2, 1])
    #expect(app.handlers.map { $0.condition?.bool } == [nil, nil, nil, false])
    #expect(app.own[.inactive].count == 1)
    #expect(app.key("x")?.via == .activity)
  }

  @Test func `places, windows, data and limits are read`() throws {
    let app = try AppHelper.app(
      """
      tabs: { quotes: Q }
      storage: { location: { type: url, default: "q://all" } }
      navigator:
        saves-to: location
        places:
          "q://all": { tab: quotes }
          "q://quote/{id}": { tab: quotes, path: ["quote/{id}"] }
        check: { id: "^[0-9]+$" }
      external: front-window
      conditions: { prefers: [a] }
      scenes:
        main: ~
        note: { matching: [note/], value: string, restorable: false, default: none }
      budget: { scene: 100, value: ~ }
      tombstones: true
      data: { rows: [{ name: A, n: 1 }, { name: B, n: 2 }] }
      lists: { rows: { tab: quotes, rows: rows, id: n, shows: 2 } }
      loads-data: after-restoring
      save-allowed: false
      restore-allowed: false
      """)
    let navigator = try #require(app.navigator)
    #expect(navigator.savesTo == "location")
    #expect(try navigator.links.place(for: "q://quote/4").path == ["quote/4"])
    #expect(navigator.links.url(tab: "quotes", path: ["quote/x"]) == nil)
    #expect(navigator.ranges.map(\.start.line) == [6, 7])
    #expect(app.external == .frontWindow)
    #expect(app.conditions.can == ["*"] && app.conditions.prefers == ["a"])
    #expect(app.scenes.map(\.declaration.name) == ["main", "note"])
    #expect(app.scenes[0].declaration.matching == nil)
    #expect(app.scenes[1].declaration.matching == ["note/"])
    #expect(app.scenes[1].declaration.defaultValue == "\"none\"")
    #expect(!app.scenes[1].restorable.isPossible)
    #expect(app.budget.scene == .bytes(100) && app.budget.value == .none)
    #expect(app.keepsTombstones)
    #expect(app.tables.map(\.rows.count) == [2])
    #expect(app.lists.map(\.id) == [.field("n")])
    #expect(!app.loadsDataBeforeRestoring && !app.allowsSaving && !app.allowsRestoring)
  }

  @Test func `children of the tree are named or written inside`() throws {
    let app = try AppHelper.app(
      """
      tree:
        root: { kind: tabs, children: [nav, nav] }
        nav:
          kind: navigation
          made-by: class
          returns: nil
          children: { list: { kind: list, saves: [top], identifier: false, class: Table } }
        other: { kind: web, made-by: app, forgets: identifier, saves: { zoom: 2 } }
      """)
    #expect(app.tree.roots.map(\.id) == ["root", "other"])
    let root = try #require(app.tree.roots.first)
    // Named twice: two objects with one path, which the app reports when it runs.
    #expect(root.children.map(\.id) == ["nav", "nav"])
    #expect(root.children[0].maker == .class && root.children[0].returns == .nil)
    let list = try #require(root.children[0].children.first)
    #expect(list.className == "Table" && !list.hasIdentifier)
    #expect(list.saves.map(\.key) == ["top"])
    #expect(app.tree.roots[1].forgetsIdentifier)
    #expect(app.tree.roots[1].className == "web")
    #expect(app.tree.roots[1].saves.first?.value?.int == 2)
  }

  @Test func `keys of nested scopes keep their own values`() throws {
    let text = """
      # A test
      scenesim: 1
      scenario: test
      app:
        tabs: { hawk: H, raven: R }
        nested: { editor: { in: hawk }, side: ~ }
        storage:
          note: { type: string, scope: tab/editor }
          page: { type: int, scope: scene/side }
          plain: { type: int, scope: tab(raven) }
      steps:
        - launch: A
        - set: { note: one, page: 2, plain: 3 }
        - select: raven
        - expect: { A: { values: { note: one, page: 2, plain: 3 } }, store: { entries: 3 } }
      """
    let scenario = try LoadedScenario(SourceFile(path: "a.yaml", text: text))
    let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    #expect(outcome.diagnostics.map(RunHelper.line) == [])
  }
}
