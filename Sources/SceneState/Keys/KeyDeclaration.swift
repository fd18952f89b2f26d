import StoreFormat

/// What a key is: one object for all copies of the key and for its cells in all scenes.
///
/// A cell refers to it; a copy of all this in each cell was half of what a small value needed.
@usableFromInline
final class KeyDeclaration<Value: Sendable>: Sendable {
  /// The key's name in normal form C.
  let name: String
  /// The name's part of the hash by which values are found.
  let nameHash: UInt
  let defaultValue: Value
  let scope: ScopeSelector
  let version: Int
  let options: SceneKeyOptions
  let migrations: [KeyMigration<Value>]
  /// Asked at the first read of a value that an older version of the app stored.
  let migrate: AppMigration?
  let fileID: StaticString
  let line: UInt
  @usableFromInline let coding: TypedCoding<Value>

  init(
    name: String, default value: Value, scope: ScopeSelector, version: Int,
    options: SceneKeyOptions, migrations: [KeyMigration<Value>], coding: TypedCoding<Value>,
    migrate: AppMigration?, fileID: StaticString, line: UInt
  ) {
    self.name = name.normalFormC
    nameHash = EntryHash.of(self.name)
    defaultValue = value
    self.scope = scope
    self.version = version
    self.options = options
    self.migrations = migrations
    self.coding = coding
    self.migrate = migrate
    self.fileID = fileID
    self.line = line
  }

  /// Where the key was declared, `Module/File.swift:12`.
  var place: String { "\(fileID):\(line)" }
}
