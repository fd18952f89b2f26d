/// The canonical layout of scenario files: what `scenesim format` writes.
///
/// Two blanks per level, lists one level below their key, at most one empty line, one blank in
/// `{ a: b }` and none in `[a, b]`, no blanks at the ends of lines. What a writer chose to say
/// something stays: comments, quotes, block or flow style, line breaks in brackets, and values
/// that stand below each other as a table.
package enum ScenarioLayout {
  /// Why there is no canonical layout of a file.
  package enum Failure: Error {
    /// The file cannot be read.
    case mistake(Diagnostic)
    /// The new layout would not have meant the same; a fault of ours.
    case lost(SourcePosition)
  }

  /// How often a layout is done anew before it has to be stable.
  private static let roundLimit = 8

  /// The bytes of a file in its canonical layout.
  ///
  /// - Parameter file: Any file the reader takes: a scenario, an app, steps to include.
  /// - Throws: `Failure`; then the file is better left as it is.
  /// - Returns: Bytes that read as the same nodes, with the same comments in the same order.
  package static func canonical(_ file: SourceFile) throws(Failure) -> [UInt8] {
    let root: Node
    do throws(Diagnostic) { root = try ScenarioReader.read(file) } catch { throw .mistake(error) }
    var current = try round(file, root)
    let comments = current.comments
    for _ in 0..<roundLimit {
      let next = SourceFile(path: file.path, bytes: current.bytes)
      // Bytes that cannot be read again, or read as something else, are lost, as told below.
      guard let again = try? ScenarioReader.read(next), again.content == root.content else { break }
      let following = try round(next, again)
      guard following.comments == comments else { break }
      if following.bytes == current.bytes { return current.bytes }
      current = following
    }
    throw .lost(.start)
  }

  private static func round(
    _ file: SourceFile, _ root: Node
  ) throws(Failure) -> (bytes: [UInt8], comments: [String]) {
    var writer = LayoutWriter(file)
    do throws(LayoutLost) { try writer.document(root) } catch { throw .lost(error.position) }
    var columns = LayoutColumns(writer.lines)
    let end = lineEnd(of: file)
    var text = columns.texts().joined(separator: end)
    if !writer.lines.isEmpty, !writer.endsOpen { text += end }
    return (Array(text.utf8), writer.scanner.comments)
  }

  /// Files that begin with CR LF keep it, in all lines.
  private static func lineEnd(of file: SourceFile) -> String {
    guard let first = file.bytes.firstIndex(of: UInt8(ascii: "\n")), first > 0 else { return "\n" }
    return file.bytes[first - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }
}
