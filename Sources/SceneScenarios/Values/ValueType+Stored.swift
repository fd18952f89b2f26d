import FoundationEssentials

extension ValueType {
  /// The value of this type that stored JSON means, or one that came with an activity.
  ///
  /// As a Swift struct would be read: fields that the type does not have are left out, optional
  /// ones may be missing, all others must be there; an integer that is exact serves as a double.
  ///
  /// - Throws: The first field, in order of declaration, that is missing or of another kind.
  package func value(from json: ScenarioValue) throws(ValueFault) -> ScenarioValue {
    switch (unfolded, json) {
    case (.opaque, _): return json
    case (.optional, .null): return .null
    case (.optional(let type), _): return try type.value(from: json)
    case (.bool, .bool), (.int, .int), (.string, .text), (.double, .double), (.data, .data),
      (.date, .date), (.url, .url):
      return json
    case (.float, .double(let double)): return .double(Self.single(double))
    case (.double, .int(let int)):
      if let double = Double(exactly: int) { return .double(double) }
    case (.float, .int(let int)):
      if let float = Float(exactly: int) { return .double(Self.double(float)) }
    case (.date, .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .int(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.list(let type), .list(let list)): return .list(try Self.list(list, of: type))
    case (.set(let type), .list(let list)):
      return .list(Self.inOrder(try Self.list(list, of: type)))
    case (.map(let type), .map(let map)): return try Self.map(map, of: type)
    case (.structure(_, let fields), .map(let map)): return try Self.structure(fields, from: map)
    case (.oneOf(let name, _, let otherwise), .text(let text)):
      if let value = special(text) ?? otherwise.map({ .text($0) }) { return value }
      throw ValueFault(.notConvertible(text: json.json(), wanted: name))
    case (.double, .text(let text)), (.float, .text(let text)), (.data, .text(let text)),
      (.url, .text(let text)), (.uuid, .text(let text)):
      if let value = special(text) { return value }
    default: break
    }
    throw ValueFault(.mismatch(found: json.kindName, wanted: description))
  }

  /// What can be read of a list, set or map, and what is wrong with the elements left out.
  func readable(
    from json: ScenarioValue
  ) throws(ValueFault) -> (ScenarioValue, dropped: [ValueFault]) {
    var dropped: [ValueFault] = []
    func kept(_ json: ScenarioValue, _ type: ValueType, at name: String) -> ScenarioValue? {
      do throws(ValueFault) {
        return try type.value(from: json)
      } catch {
        dropped.append(error.inside(field: name))
        return nil
      }
    }
    switch (self, json) {
    case (.list(let type), .list(let list)), (.set(let type), .list(let list)):
      let values = list.enumerated().compactMap { kept($0.element, type, at: "[\($0.offset)]") }
      return (.list(isSet ? Self.inOrder(values) : values), dropped)
    case (.map(let type), .map(let map)):
      let values = map.keys.sorted().compactMap { name in
        map[name].flatMap { kept($0, type, at: name) }.map { (name, $0) }
      }
      return (.map(Dictionary(values) { first, _ in first }), dropped)
    default: return (try value(from: json), [])
    }
  }

  private static func list(
    _ list: [ScenarioValue], of type: ValueType
  ) throws(ValueFault) -> [ScenarioValue] {
    var values: [ScenarioValue] = []
    for (index, json) in list.enumerated() {
      do throws(ValueFault) {
        values.append(try type.value(from: json))
      } catch {
        throw error.inside(element: index)
      }
    }
    return values
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
        if let initial = field.initial {
          values[field.name] = initial
          continue
        }
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
