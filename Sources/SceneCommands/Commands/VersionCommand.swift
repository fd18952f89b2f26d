import SceneReports
import SceneScenarios
import StoreTools

enum VersionCommand {
  static let number = "0.1.0"

  static let command = Command(
    "version", abstract: "show the versions of the tool and of what it is made with"
  ) { invocation, console in
    switch invocation.format {
    case .table:
      let others = libraries.map { "\($0.name) \($0.version)" }.joined(separator: " · ")
      try console.write("scenesim \(number)\n\(others)\n")
    case .plain:
      for (name, version) in [("scenesim", number)] + libraries {
        try console.write("\(name)\t\(version)\n")
      }
    case .json, .jsonl:
      let versions = [("version", number)] + libraries.map { ($0.name.lowercased(), $0.version) }
      let schema = JSON.Member("schema", .string("scenesim.version/1"))
      try console.write(.object([schema] + versions.map { .init($0.0, .string($0.1)) }))
    }
    return .success
  }

  /// What runs now, which need not be what the tool was built with.
  private static var libraries: [(name: String, version: String)] {
    [
      ("Swift", "\(_SwiftStdlibVersion.current)"), ("LMDB", StoreLibrary.version),
      ("libyaml", YAMLLibrary.version),
    ]
  }
}
