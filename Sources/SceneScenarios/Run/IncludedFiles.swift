import FoundationEssentials

/// Reads the files that steps include, and keeps them from including each other for ever.
struct IncludedFiles {
  /// How deep files may include each other.
  private static let depthLimit = 16
  /// How many files one scenario may bring in, each counted as often as it is included.
  private static let countLimit = 1000
  /// How many bytes all of them may have, each counted as often as it is included.
  private static let byteLimit = 4 << 20

  /// The files that are being read, the scenario first.
  private var open: [SourceFile]
  private var count = 0
  private var byteCount = 0

  init(_ source: SourceFile) { open = [source] }

  /// Runs a body on the steps of an included file; the path is relative to the including one.
  mutating func read<Result>(
    _ node: Node, _ body: (inout IncludedFiles, Node, SourceFile) -> Result
  ) throws(Diagnostic) -> Result {
    let including = open[open.count - 1]
    let path = Self.path(node.text ?? "", beside: including.path)
    func refused(_ code: ProblemCode, _ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic(code, file: including.path, range: node.range, message, hint: hint)
    }
    count += 1
    if open.contains(where: { Self.standardized($0.path) == Self.standardized(path) }) {
      throw refused(.contradiction, "`\(path)` includes itself")
    }
    if open.count > Self.depthLimit {
      throw refused(.tooDeep, "files include each other more than \(Self.depthLimit) deep")
    }
    if count > Self.countLimit {
      throw refused(.tooBig, "more than \(Self.countLimit) files are included")
    }
    let source = try Self.file(node, beside: including, of: open[0])
    byteCount += source.size
    if source.size <= SourceFile.byteLimit, byteCount > Self.byteLimit {
      throw refused(.tooBig, "more than \(Self.byteLimit >> 20) MiB are included")
    }
    let steps: Node
    do throws(Diagnostic) { steps = try Self.steps(of: source) } catch {
      throw error.shown(in: source)
    }
    open.append(source)
    defer { open.removeLast() }
    return body(&self, steps, source)
  }

  /// The file that a text names, relative to the file it stands in.
  ///
  /// - Throws: That it cannot be read, or does not lie in the folder of the scenario.
  static func file(
    _ node: Node, beside including: SourceFile, of scenario: SourceFile
  ) throws(Diagnostic) -> SourceFile {
    let path = path(node.text ?? "", beside: including.path)
    guard isInside(path, folderOf: scenario.path) else {
      throw Diagnostic(
        .notReadable, file: including.path, range: node.range,
        "`\(path)` does not lie in the folder of the scenario",
        hint: "other files of a scenario lie beside it or below")
    }
    do {
      let file = including.path == scenario.path ? "" : "\(including.path), "
      return try SourceFile(
        readingFileAt: path, includer: "\(file)line \(node.range.start.line)")
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      let reason =
        error is SourceFile.NoFile
        ? ": it is a device, a pipe or a socket" : isThere ? "" : ": there is none"
      throw Diagnostic(
        .notReadable, file: including.path, range: node.range,
        "the file `\(path)` cannot be read\(reason)",
        hint: isThere
          ? nil
          : near(node.text ?? "", beside: including.path)
            ?? "it is looked for beside the file that names it")
    }
  }

  /// The file of that name in another folder, or of a similar name in the folder.
  private static func near(_ name: String, beside file: String) -> String? {
    let (folder, last) = (path("", beside: file), name.split(separator: "/").last.map(String.init))
    let manager = FileManager.default
    func files(_ folder: String) -> [String] {
      // What cannot be listed has no file to propose.
      ((try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []).sorted()
    }
    let here = files(folder)
    let inner = here.prefix(1000).flatMap { inner in files(folder + inner).map { "\(inner)/\($0)" }
    }
    let same = inner.first { $0.split(separator: "/").last.map(String.init) == last }
    let meant = same ?? NearestName.nearest(to: name, among: here + inner)
    return meant.map { "did you mean `\($0)`?" }
  }

  private static func steps(of source: SourceFile) throws(Diagnostic) -> Node {
    let root = try ScenarioReader.read(source)
    let written = "an included file has `scenesim: 1`, and its steps below `steps:`"
    if root.list != nil {
      var mistake = source.wrongKind(root, for: "an included file", wanted: "a map")
      mistake.hint = written
      throw mistake
    }
    let map = try NodeMap(root, in: source, of: "an included file")
    if let title = map.entry("scenario") {
      throw source.diagnostic(
        .unknownKey, at: title.key.range, "this is a whole scenario, which cannot be included",
        hint: source.includer.map { "the `include` stands in \($0); \(written)" } ?? written)
    }
    try map.checkKeys(known: ["scenesim", "steps"])
    try map.checkFormat(try map.int("scenesim"))
    return try map.required("steps")
  }

  private static func path(_ name: String, beside file: String) -> String {
    guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return file[...slash] + name
  }

  /// Whether a file lies beside a scenario or below, wherever links lead: a scenario of somebody
  /// else shows nothing of other folders.
  private static func isInside(_ path: String, folderOf scenario: String) -> Bool {
    let folder = URL(filePath: scenario).deletingLastPathComponent().resolvingSymlinksInPath()
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let (outer, inner) = (folder.standardizedFileURL.path, file.standardizedFileURL.path)
    return inner.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/")
  }

  /// The same text for two ways of writing one path.
  private static func standardized(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
