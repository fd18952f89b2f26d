import FoundationEssentials
import SceneState
import StoreFormat

/// What a payload encodes, by name: values, and the names of fields that are nil now.
struct PayloadFields {
  var values: [String: ActivityValue] = [:]
  var absent: Set<String> = []
}

/// Turns an Encodable value into the entries of an activity's `userInfo`.
enum PayloadEncoder {
  static func fields(of payload: some Encodable) throws(ActivityError) -> PayloadFields {
    let root = PayloadNode()
    do {
      // Before anything else: an encoder recurses with the value.
      try DepthCounter.check(payload, limit: ActivityLimits.depth)
      try root.put(payload, path: [])
      guard case .map(let nodes) = root.content else {
        throw EncodingError.invalidValue(
          payload,
          EncodingError.Context(
            codingPath: [],
            debugDescription:
              "a payload has named fields, which '\(TypeName.of(type(of: payload)))' has not"))
      }
      var fields = PayloadFields()
      for (name, node) in nodes {
        if let value = try node.value(path: [PayloadKey(stringValue: name)]) {
          fields.values[name] = value
        } else {
          fields.absent.insert(name)
        }
      }
      return fields
    } catch let error as ActivityError {
      throw error
    } catch CodingProblem.tooDeep {
      throw .tooDeep
    } catch {
      throw .invalidContent(PayloadFailure.text(error))
    }
  }
}

/// A place that an encoder fills.
///
/// A class: containers are handed out and filled later, in any order.
final class PayloadNode {
  enum Content {
    case nothing
    case leaf(ActivityValue)
    case list([PayloadNode])
    case map([String: PayloadNode])
  }

  private(set) var content = Content.nothing
  /// Whether an entry that is nil is part of the value, as in a dictionary of optionals.
  private var keepsNil = false

  func becomeList() {
    if case .list = content { return }
    content = .list([])
  }

  func becomeMap() {
    if case .map = content { return }
    content = .map([:])
  }

  var count: Int {
    switch content {
    case .list(let list): list.count
    case .map(let map): map.count
    case .nothing, .leaf: 0
    }
  }

  /// A new node at the end of the list.
  func appended() -> PayloadNode {
    guard case .list(var list) = content else { return PayloadNode() }
    let node = PayloadNode()
    list.append(node)
    content = .list(list)
    return node
  }

  /// The node of that name in the map, a new one if there is none.
  func named(_ name: String) -> PayloadNode {
    guard case .map(var map) = content else { return PayloadNode() }
    if let node = map[name] { return node }
    let node = PayloadNode()
    map[name] = node
    content = .map(map)
    return node
  }

  func clear() { content = .nothing }

  func put<Value: Encodable>(_ value: Value, path: [any CodingKey]) throws {
    switch value {
    case let value as ActivityValue: content = .leaf(value)
    case let bool as Bool: content = .leaf(.bool(bool))
    case let text as String: content = .leaf(.string(text))
    case let double as Double: content = .leaf(.double(double))
    case let float as Float: content = .leaf(.double(Double(float)))
    case let data as Data: content = .leaf(.data(data))
    case let date as Date: content = .leaf(.date(date))
    case let url as URL: content = .leaf(.url(url))
    case let integer as any PayloadInteger:
      guard let int = Int(exactly: integer) else {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: path, debugDescription: "\(integer) is beyond the range of int"))
      }
      content = .leaf(.int(int))
    default:
      keepsNil = value is any HoldsNil
      try value.encode(to: PayloadNodeEncoder(node: self, codingPath: path))
    }
  }

  /// What was put here, or nil if that was nil; throws where nil cannot be left out.
  func value(path: [any CodingKey]) throws -> ActivityValue? {
    switch content {
    case .nothing: return nil
    case .leaf(let value): return value
    case .list(let nodes):
      return .list(
        try nodes.enumerated().map { index, node in
          try node.present(path: path + [PayloadKey(intValue: index)])
        })
    case .map(let nodes):
      var map: [String: ActivityValue] = [:]
      for (name, node) in nodes {
        let path = path + [PayloadKey(stringValue: name)]
        map[name] = keepsNil ? try node.present(path: path) : try node.value(path: path)
      }
      return .map(map)
    }
  }

  private func present(path: [any CodingKey]) throws -> ActivityValue {
    guard let value = try value(path: path) else {
      throw EncodingError.invalidValue(
        Void?.none as Any,
        EncodingError.Context(
          codingPath: path, debugDescription: "a list or dictionary cannot hold nil"))
    }
    return value
  }
}

/// A collection whose entries may be nil: leaving them out would change it.
private protocol HoldsNil {}

extension Dictionary: HoldsNil where Value: ExpressibleByNilLiteral {}
