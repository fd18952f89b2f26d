import FoundationEssentials
import SceneState

enum StoreCompactCommand {
  static let command = Command(
    "store", "compact", abstract: "make the file as small as what is stored",
    operands: "[STORE]", operandCount: .range(0...1), options: [StoreSource.option]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    let goal = console.claimOutputPath()
    let copy = StoreCopy(target: target, goal: goal, invocation: invocation, console: console)
    return try copy.run((goal ?? target.directory) + "/data.mdb") {
      (editor) throws(SceneProblem) in
      if let goal {
        try editor.store.compact(to: URL(filePath: goal))
      } else {
        try editor.store.compact()
      }
    }
  }
}
