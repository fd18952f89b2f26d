import Foundation
import HawkNotesApp
import SceneLifecycle
import SceneState

// What the snippets of the pages take for granted; see Scripts/check-snippets.

nonisolated let folder = URL(filePath: NSTemporaryDirectory())
nonisolated let store = SceneStore.temporary()
nonisolated let tab = store.scene("A").tab("hawk")
nonisolated func show(_ text: String) {}
nonisolated func log(_ text: String) {}

@MainActor let host = SceneHost(HawkNotes(), store: store)

/// A file of the app's own.
nonisolated struct LogFile: Sendable {
  func append(_ line: String) {}
}
nonisolated let file = LogFile()
