/// What one version of the app does to stored values of one struct.
package struct MigrationDeclaration: Sendable {
  /// A kind that `convert` leads to.
  package enum Kind: String, CaseIterable, Sendable {
    case string, int, double, bool
  }

  /// A field with its new name.
  package struct Rename: Sendable, Hashable {
    package var from: String
    package var to: String
  }

  /// A field with the value it gets where it has none.
  package struct Fill: Sendable {
    package var field: String
    package var value: ScenarioValue
  }

  /// What becomes of a value.
  package enum Meaning: Sendable, Equatable {
    /// The same as another kind.
    case kind(Kind)
    /// A number in another unit: `times 100`, or `over 100`.
    case scaled(Double, isOver: Bool)
    /// What stands beside its text in a table.
    case words(WordTable)
  }

  /// A field with its new kind.
  package struct Conversion: Sendable, Equatable {
    package var field: String
    package var meaning: Meaning

    package init(field: String, kind: Kind) { self.init(field: field, .kind(kind)) }

    init(field: String, _ meaning: Meaning) { (self.field, self.meaning) = (field, meaning) }
  }

  /// The name of the struct.
  package var type: String
  /// The version of the app that this migration leads to.
  package var to: Int
  package var drop: [String] = []
  /// Where that is written.
  var dropRange: SourceRange?
  /// Where it says what becomes of a field that there is then.
  var fieldRanges: [String: SourceRange] = [:]
  package var rename: [Rename] = []
  package var fill: [Fill] = []
  package var convert: [Conversion] = []

  package init(
    type: String, to: Int, drop: [String] = [], rename: [Rename] = [], fill: [Fill] = [],
    convert: [Conversion] = []
  ) {
    (self.type, self.to) = (type, to)
    (self.drop, self.rename, self.fill, self.convert) = (drop, rename, fill, convert)
  }

  /// The fields that the migration finds in a value and changes or takes away.
  var consumed: Set<String> {
    Set(drop + rename.map(\.from) + convert.map(\.field))
  }
}
