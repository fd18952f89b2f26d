import FoundationEssentials
import SceneState

enum StoreBackupCommand {
  static let command = Command(
    "store", "backup", abstract: "copy a store while apps use it, into a folder or one file",
    operands: "[STORE] DIR|FILE.snap", operandCount: .range(1...2), options: [StoreSource.option]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 1)
    let goal = target.operands[0]
    let isFile = goal.hasSuffix(BackupFile.ending)
    if let ending = [".tar", ".tgz", ".gz", ".xz", ".zst", ".zip", ".7z", ".json", ".jsonl"]
      .first(where: goal.hasSuffix)
    {
      throw CommandFailure.usage(
        "no backup is written as '\(ending)'",
        hint:
          "a name that ends in \(BackupFile.ending) is one file, any other a folder; `store dump` writes text"
      )
    }
    let copy = StoreCopy(target: target, goal: goal, invocation: invocation, console: console)
    return try copy.run(isFile ? goal : goal + "/data.mdb") { (editor) throws(SceneProblem) in
      let goal = URL(filePath: goal)
      if isFile { try editor.store.backup(to: goal) } else { try editor.store.compact(to: goal) }
    }
  }
}
