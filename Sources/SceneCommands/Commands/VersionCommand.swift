import SceneReports

/// `scenesim version`.
enum VersionCommand {
  static let number = "0.1.0"

  static let command = Command(
    "version", abstract: "show the version",
    examples: [
      .init("scenesim version", "the version"),
      .init("scenesim version --json", "the same for programs"),
      .init("scenesim version -o version.txt", "the same into a file"),
    ]
  ) { invocation, console in
    switch invocation.format {
    case .table: try console.write("scenesim \(number)\n")
    case .plain: try console.write("\(number)\n")
    case .json, .jsonl:
      let members = [
        JSON.Member("schema", .string("scenesim.version/1")),
        JSON.Member("version", .string(number)),
      ]
      try console.write(JSON.object(members).line + "\n")
    }
    return .success
  }
}
