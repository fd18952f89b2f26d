import SceneState
import StoreFormat

/// `was: windowState.expanded`: the first value of a key is a field of another one.
package struct FormerField: Sendable {
  package let key: String
  package let fields: [String]
  /// What its words mean; nil if it is taken as it is.
  private let words: WordTable?
  /// Where that is written.
  let range: SourceRange
  /// Whether no other one is tried behind it.
  let isLast: Bool

  init(
    _ node: Node, of name: String, _ words: WordTable?, isLast: Bool, in source: SourceFile
  ) throws(Diagnostic) {
    (self.words, self.isLast) = (words, isLast)
    let text = try source.text(node, for: "`was`")
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains(""), names != [name] else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "`\(text)` is no field of another key",
        hint: "write key and field: `windowState.expanded`")
    }
    (key, fields, range) = (names[0], Array(names.dropFirst()), node.range)
  }

  /// Whether a table of words gives it another type.
  var isTranslated: Bool { words != nil }

  /// That its table of words does not have a value; nil if it has, or if there is none.
  ///
  /// What is no word, as a number that another key has had meanwhile, is taken as it is.
  func untranslated(_ value: ScenarioValue) -> String? {
    guard let words, words.isAbout(value), words.value(of: value) == nil else { return nil }
    return "\(value.json()) is no \(words.text)"
  }

  /// Whether it is the other value as a whole.
  var isWhole: Bool { fields.isEmpty }

  /// Takes the field out of whatever JSON the other key has.
  func migration(to type: ValueType) -> KeyMigration<ScenarioValue> {
    .derived(from: key) { (stored: EncodedValue) throws(CodingProblem) -> ScenarioValue in
      var value = ScenarioValue(json: stored.jsonText)
      for field in fields {
        guard case .map(let map)? = value else { throw .undecodableField(field, "no such field") }
        value = map[field]
      }
      guard var value else { throw .undecodable("the field is not there") }
      if let words {
        if let problem = untranslated(value) { throw .undecodable(problem) }
        value = words.value(of: value) ?? value
      }
      do throws(ValueFault) { return try type.value(from: value) } catch {
        throw .undecodable(error.text(key: key))
      }
    }
  }
}
