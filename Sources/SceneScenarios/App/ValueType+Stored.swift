import FoundationEssentials

extension ValueType {
  /// The value of this type that stored JSON means, or one that came with an activity.
  ///
  /// As a Swift struct would be read: fields that the type does not have are left out, optional
  /// ones may be missing, all others must be there; an integer that is exact serves as a double.
  ///
  /// - Parameter json: What is stored.
  /// - Throws: The first field, in order of declaration, that is missing or of another kind.
  /// - Returns: The value.
  package func value(from json: ScenarioValue) throws(ValueFault) -> ScenarioValue {
    switch (unfolded, json) {
    case (.opaque, _): return json
    case (.optional, .null): return .null
    case (.optional(let type), _): return try type.value(from: json)
    case (.bool, .bool), (.int, .int), (.string, .text), (.double, .double), (.data, .data),
      (.date, .date), (.url, .url):
      return json
    case (.double, .int(let int)):
      if let double = Double(exactly: int) { return .double(double) }
    case (.date, .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .int(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.list(let type), .list(let list)): return try Self.list(list, of: type)
    case (.map(let type), .map(let map)): return try Self.map(map, of: type)
    case (.structure(_, let fields), .map(let map)): return try Self.structure(fields, from: map)
    case (.double, .text(let text)), (.data, .text(let text)), (.url, .text(let text)):
      if let value = special(text) { return value }
    default: break
    }
    throw ValueFault(.mismatch(found: json.kindName, wanted: description))
  }

  private static func list(
    _ list: [ScenarioValue], of type: ValueType
  ) throws(ValueFault) -> ScenarioValue {
    var values: [ScenarioValue] = []
    for (index, json) in list.enumerated() {
      do throws(ValueFault) {
        values.append(try type.value(from: json))
      } catch {
        throw error.inside(element: index)
      }
    }
    return .list(values)
  }

  private static func map(
    _ map: [String: ScenarioValue], of type: ValueType
  ) throws(ValueFault) -> ScenarioValue {
    var values: [String: ScenarioValue] = [:]
    for (name, json) in map.sorted(by: { $0.key < $1.key }) {
      do throws(ValueFault) {
        values[name] = try type.value(from: json)
      } catch {
        throw error.inside(field: name)
      }
    }
    return .map(values)
  }

  private static func structure(
    _ fields: [Field], from map: [String: ScenarioValue]
  ) throws(ValueFault) -> ScenarioValue {
    var values: [String: ScenarioValue] = [:]
    for field in fields {
      guard let json = map[field.name], json != .null else {
        if case .optional = field.type { continue }
        throw ValueFault(path: field.name, .missing(type: field.type.description))
      }
      do throws(ValueFault) {
        values[field.name] = try field.type.value(from: json)
      } catch {
        throw error.inside(field: field.name)
      }
    }
    return .map(values)
  }
}
