import FoundationEssentials

/// What the authors of scenesim need to know about a bug.
struct BugLog {
  let error: any Error
  let arguments: [String]

  var text: String {
    """
    scenesim bug log 1
    command   scenesim \(arguments.map { $0.debugDescription }.joined(separator: " "))
    error     \(String(reflecting: error))
    type      \(type(of: error))
    folder    \(FileManager.default.currentDirectoryPath)
    system    \(ProcessInfo.processInfo.operatingSystemVersionString)

    """
  }
}
