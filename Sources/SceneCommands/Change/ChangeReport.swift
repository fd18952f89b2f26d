import SceneReports
import SceneState
import StoreFormat

/// Says what a writing verb did to a store, or would do, in each format.
struct ChangeReport {
  let target: StoreTarget
  let invocation: Invocation
  let console: Console

  /// Writes the changes, and for people what they come to if the lines do not say it all.
  func write(_ changes: [ListedChange], summary: String?) throws(CommandFailure) {
    let note = console.isDryRun ? " (dry run: nothing was changed)" : ""
    try console.answer(
      invocation, "store.change",
      [.init("store", .string(target.directory)), .init("dryRun", .bool(console.isDryRun))],
      rows: "changes", changes.map(\.json), plain: changes.map(\.plain),
      table: ChangeText(console, invocation).lines(changes), footer: summary.map { $0 + note })
  }
}

extension ListedChange {
  /// A value that goes.
  init(removing entry: StoredEntry, in snapshot: StoreSnapshot) {
    let facts = entry.facts
    self.init(
      operation: .remove, subject: .value, address: snapshot.addressText(of: entry),
      scene: entry.scene, path: facts.path, key: facts.key,
      old: facts.value?.jsonText ?? "(damaged)")
  }

  /// A set-aside value that goes.
  init(removing aside: SetAsideEntry, in snapshot: StoreSnapshot) {
    self.init(
      operation: .remove, subject: .setAside,
      address: snapshot.addressText(aside.scene, aside.path, aside.key), scene: aside.scene,
      path: aside.path, key: aside.key, old: aside.envelope?.value.jsonText ?? "(damaged)")
  }
}
