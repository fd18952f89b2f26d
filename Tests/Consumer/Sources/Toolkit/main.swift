import Foundation
import SceneLifecycle
import SceneState
import Views

struct Note: View {
  @Stored("draft") var draft = "nothing yet"

  func draw() -> String { draft }
}

@MainActor final class Notes: @MainActor SceneApp {
  let manifest = SceneManifest(id: "com.example.toolkit")

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { NotesWindow() }
}

final class NotesWindow: SceneDelegate {}

func check(_ holds: Bool, _ words: String) {
  if holds { return }
  print("the adapter: not so: \(words)")
  exit(1)
}

let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "toolkit-\(getpid())")
defer { try? FileManager.default.removeItem(at: folder) }  // it lies in a temporary folder

let draft = SceneKey("draft", default: "")

do {
  let store = try SceneStore.open(folder)
  let windows = Windows(host: SceneHost(Notes(), store: store, profile: .wayland))
  windows.host.launch()
  let first = windows.host.scenes[0]
  let second = try windows.opened()

  // What is read before the first drawing is the default, and what is written then waits.
  let early = Note()
  check(early.draft == "nothing yet", "a view without a window reads the default")
  early.draft = "written too early"
  check(!first.scope.contains(draft) && !second.contains(draft), "nothing is written at init")

  // A view is made anew for each drawing; values stay, each in its tab.
  var written: Note?
  let screen = ViewHost {
    let note = Note()
    written = note
    return note
  }
  screen.environment[ScopeKey.self] = first.scope.tab("one")
  check(screen.draw() == "nothing yet", "a new tab shows the default")
  written?.draft = "Tala is brave"
  check(first.scope.tab("one")[draft] == "Tala is brave", "a write goes to the tab that is shown")
  check(!first.scope.contains(draft) && !second.contains(draft), "and nowhere else")
  check(screen.needsDrawing, "and is drawn before anything else is done")
  check(screen.draw() == "Tala is brave", "the next drawing shows it")
  screen.environment[ScopeKey.self] = first.scope.tab("two")
  check(screen.draw() == "nothing yet", "another tab has a value of its own")
  screen.environment[ScopeKey.self] = first.scope.tab("one")
  check(screen.draw() == "Tala is brave", "and the first one its own")

  // A change on another thread asks for a drawing on the main actor.
  check(!screen.needsDrawing, "nothing has changed")
  let scope = first.scope.tab("one")
  await Task.detached { scope[draft] = "changed elsewhere" }.value
  for _ in 0..<200 where !screen.needsDrawing { try await Task.sleep(for: .milliseconds(5)) }
  check(screen.needsDrawing, "a change on another thread asks for a drawing")
  check(screen.draw() == "changed elsewhere", "which shows it")

  // What is written before the environment came is not lost.
  let late = ViewHost {
    let note = Note()
    if written == nil { note.draft = "typed at once" }
    written = note
    return note
  }
  written = nil
  late.environment[ScopeKey.self] = second
  check(late.draw() == "typed at once", "what was written at init arrives with the window")
  check(second[draft] == "typed at once", "in that window")

  try windows.gotFocus(first.id)
  check(windows.host.front?.id == first.id, "the window with the focus is in front")
  try windows.minimised(first.id)
  try windows.loggedOut()
  store.close()
}

// The next process.
do {
  let store = try SceneStore.open(folder)
  let windows = Windows(host: SceneHost(Notes(), store: store, profile: .wayland))
  windows.host.launch()
  check(windows.host.scenes.count == 2, "both windows come back")
  let values = windows.host.scenes.map { $0.scope.tab("one")[draft] + $0.scope[draft] }
  check(values.sorted() == ["changed elsewhere", "typed at once"], "with their values: \(values)")
  try windows.closed(windows.host.scenes[0].id)
  check(windows.host.scenes.count == 1, "a window that is closed is gone")
  let last = windows.host.scenes[0]
  last.scope[draft] = "the last one"
  try windows.closed(last.id)
  store.close()
}

// And one more: the last window was not discarded.
do {
  let host = SceneHost(Notes(), store: try SceneStore.open(folder))
  host.launch()
  check(host.scenes.map { $0.scope[draft] } == ["the last one"], "the last window is kept")
}
print("the adapter of a view framework: all holds")
