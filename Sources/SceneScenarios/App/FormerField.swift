import SceneState
import StoreFormat

/// `was: windowState.expanded`: the first value of a key is a field of another one.
struct FormerField: Sendable {
  let key: String
  let fields: [String]
  /// Where that is written.
  let range: SourceRange

  init(_ node: Node, of name: String, in source: SourceFile) throws(Diagnostic) {
    let text = try source.text(node, for: "`was`")
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains(""), names != [name] else {
      throw Diagnostic(
        .wrongValue, file: source.path, range: node.range, "`\(text)` is no field of another key",
        hint: "write key and field: `windowState.expanded`")
    }
    (key, fields, range) = (names[0], Array(names.dropFirst()), node.range)
  }

  /// Whether it is the other value as a whole.
  var isWhole: Bool { fields.isEmpty }

  /// Takes the field out of whatever JSON the other key has.
  func migration(to type: ValueType) -> KeyMigration<ScenarioValue> {
    let fields = fields
    return .derived(from: key) { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
      var value = ScenarioValue(json: stored.jsonText)
      for field in fields {
        guard case .map(let map)? = value else { throw .undecodableField(field, "no such field") }
        value = map[field]
      }
      guard let value else { throw .undecodable("the field is not there") }
      do throws(ValueFault) { return try type.value(from: value) } catch {
        throw .undecodable(error.text(key: key))
      }
    }
  }
}
