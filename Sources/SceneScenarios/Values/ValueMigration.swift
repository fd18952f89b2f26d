package import SceneState
package import StoreFormat

/// Leads stored values of older versions of an app to the shape its types have now.
///
/// For each value of a struct with migrations, at any depth and inner values first, those
/// migrations run whose version is above the stored one and not above the app's; ascending by
/// version, then in order of declaration. One migration drops, renames, fills and converts, in
/// this order.
package struct ValueMigration: Sendable {
  private let migrations: [String: [MigrationDeclaration]]
  private let version: Int
  private let typesByVersion: [Int: TypeTable]

  /// - Parameters:
  ///   - migrations: All migrations in order of declaration.
  ///   - version: The version of the app that runs.
  ///   - typesByVersion: The types of older versions, as far as they are known: they tell
  ///     doubles from integers where the stored text does not.
  package init(
    migrations: [MigrationDeclaration], version: Int, typesByVersion: [Int: TypeTable] = [:]
  ) {
    self.migrations = Dictionary(grouping: migrations, by: \.type)
    self.version = version
    self.typesByVersion = typesByVersion
  }

  /// Whether there is nothing to do for any value.
  package var isEmpty: Bool { migrations.isEmpty }

  /// The value in its new shape.
  ///
  /// - Throws: The field that could not be converted.
  /// - Returns: The value; nil if no migration concerns it.
  package func migrated(
    _ value: ScenarioValue, as type: ValueType, from stored: Int
  ) throws(ValueFault) -> ScenarioValue? {
    guard stored < version, !migrations.isEmpty else { return nil }
    let older = typesByVersion[stored]?.type(described: type.description)
    let result = try walk(older?.refined(value) ?? value, type, stored)
    return result.isChanged ? result.value : nil
  }

  /// The same for the bytes of a key, as they are stored after the migration.
  package func migrated(
    _ bytes: EncodedValue, as type: ValueType, key: String, from stored: Int
  ) throws(CodingProblem) -> EncodedValue? {
    guard stored < version, !migrations.isEmpty, let json = ValueType.json(bytes)
    else { return nil }
    let value: ScenarioValue
    do throws(ValueFault) {
      guard let migrated = try migrated(json, as: type, from: stored) else { return nil }
      value = try type.value(from: migrated)
    } catch {
      throw error.problem(key: key)
    }
    return try type.coding.encode(value)
  }

  // MARK: Walking

  private typealias Walked = (value: ScenarioValue, isChanged: Bool)

  private func walk(
    _ value: ScenarioValue, _ type: ValueType, _ stored: Int
  ) throws(ValueFault) -> Walked {
    switch (type, value) {
    case (.optional(let type), _): return try walk(value, type, stored)
    case (.list(let type), .list(let list)):
      var result: Walked = (.null, false)
      var values: [ScenarioValue] = []
      for (index, element) in list.enumerated() {
        do throws(ValueFault) {
          let walked = try walk(element, type, stored)
          values.append(walked.value)
          result.isChanged = result.isChanged || walked.isChanged
        } catch {
          throw error.inside(element: index)
        }
      }
      result.value = .list(values)
      return result
    case (.map(let type), .map(let map)): return try walk(map, stored) { _ in type }
    case (.structure(let name, let fields), .map(let map)):
      let steps = applicable(to: name, from: stored)
      var result = try walk(map, stored) { field in
        let new = Self.finalName(of: field, after: steps)
        return fields.first { $0.name == new }?.type
      }
      guard case .map(var map) = result.value else { return result }
      for step in steps { try step.apply(to: &map) }
      result = (.map(map), result.isChanged || !steps.isEmpty)
      return result
    default: return (value, false)
    }
  }

  private func walk(
    _ map: [String: ScenarioValue], _ stored: Int, type: (String) -> ValueType?
  ) throws(ValueFault) -> Walked {
    var map = map
    var isChanged = false
    for (name, value) in map.sorted(by: { $0.key < $1.key }) {
      guard let type = type(name) else { continue }
      do throws(ValueFault) {
        let walked = try walk(value, type, stored)
        map[name] = walked.value
        isChanged = isChanged || walked.isChanged
      } catch {
        throw error.inside(field: name)
      }
    }
    return (.map(map), isChanged)
  }

  private func applicable(to name: String, from stored: Int) -> [MigrationDeclaration] {
    let all = (migrations[name] ?? []).filter { stored < $0.to && $0.to <= version }
    // Equal versions keep the order of declaration.
    return all.enumerated().sorted { ($0.element.to, $0.offset) < ($1.element.to, $1.offset) }
      .map(\.element)
  }

  /// The name that a stored field has in the end; nil if it is dropped on the way.
  private static func finalName(
    of field: String, after steps: [MigrationDeclaration]
  ) -> String? {
    var name = field
    for step in steps {
      if step.drop.contains(name) { return nil }
      name = step.rename.first { $0.from == name }?.to ?? name
    }
    return name
  }
}
