import SceneState

enum StorePurgeCommand {
  static let command = Command(
    "store", "purge", abstract: "forget for good what was deleted: old bytes, backups, old files",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [StoreTarget.force, StoreSource.option]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    let copy = StoreCopy(target: target, goal: nil, invocation: invocation, console: console)
    // Nobody is asked about what would be refused.
    try target.checkPermission(copyingTo: nil)
    try copy.look()
    let isAgreed = try console.agrees(
      to: .named(target.name), "remove the backups of \(target.directory)",
      isForced: invocation.has("force"), next: "scenesim store purge \(target.word) --force")
    guard isAgreed else { return .no }
    return try copy.run(target.directory + "/data.mdb") { (editor) throws(SceneProblem) in
      try editor.store.purge()
    }
  }
}
