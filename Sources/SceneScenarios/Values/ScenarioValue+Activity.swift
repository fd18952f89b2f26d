import FoundationEssentials
package import SceneLifecycle

extension ScenarioValue {
  package init(_ value: ActivityValue) {
    switch value {
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    case .string(let text): self = .text(text)
    case .data(let data): self = .data([UInt8](data))
    case .date(let date): self = .date(date)
    case .url(let url): self = .url(url.absoluteString)
    case .list(let list): self = .list(list.map { ScenarioValue($0) })
    case .map(let map): self = .map(map.mapValues { ScenarioValue($0) })
    }
  }

  package init(userInfo: [String: ActivityValue]) { self.init(ActivityValue.map(userInfo)) }

  /// The value as an activity carries it; fields that are nil are left out.
  ///
  /// - Throws: An element of a list that is nil, because activities have no nil.
  /// - Returns: The value; nil for nil.
  package func activityValue() throws(ValueFault) -> ActivityValue? {
    switch self {
    case .null: return nil
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .text(let text): return .string(text)
    case .data(let bytes): return .data(Data(bytes))
    case .date(let date): return .date(date)
    case .url(let text):
      // A declared URL was looked at when it was read; text that is none stays text.
      return URL(string: text).map { .url($0) } ?? .string(text)
    case .list(let list): return .list(try Self.elements(list))
    case .map(let map): return .map(try Self.fields(map))
    }
  }

  /// The fields of a map as the user info of an activity; empty for anything else.
  ///
  /// - Throws: As `activityValue()`.
  package func userInfo() throws(ValueFault) -> [String: ActivityValue] {
    guard case .map(let map) = self else { return [:] }
    return try Self.fields(map)
  }

  private static func elements(_ list: [ScenarioValue]) throws(ValueFault) -> [ActivityValue] {
    var values: [ActivityValue] = []
    for (index, element) in list.enumerated() {
      do throws(ValueFault) {
        guard let value = try element.activityValue() else {
          throw ValueFault(.mismatch(found: "nil", wanted: "a value"))
        }
        values.append(value)
      } catch {
        throw error.inside(element: index)
      }
    }
    return values
  }

  private static func fields(
    _ map: [String: ScenarioValue]
  ) throws(ValueFault) -> [String: ActivityValue] {
    var values: [String: ActivityValue] = [:]
    for (name, value) in map.sorted(by: { $0.key < $1.key }) {
      do throws(ValueFault) {
        values[name] = try value.activityValue()
      } catch {
        throw error.inside(field: name)
      }
    }
    return values
  }
}
