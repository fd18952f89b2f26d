package import SceneState

/// Why a value does not fit a type, and which field of it is to blame.
package struct ValueFault: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A field without default is not there.
    case missing(type: String)
    /// A value of another kind stands there.
    case mismatch(found: String, wanted: String)
    /// A migration could not change the kind.
    case notConvertible(text: String, wanted: String)
  }

  /// The way from the value to the field: `flag`, `visits[2].place`; empty for the value itself.
  package var path: String
  package var reason: Reason

  package init(path: String = "", _ reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  /// The same fault, seen from the value around it.
  func inside(field name: String) -> ValueFault {
    let rest = path.isEmpty || path.hasPrefix("[") ? path : ".\(path)"
    return ValueFault(path: name + rest, reason)
  }

  /// The same fault, seen from the list around it.
  func inside(element index: Int) -> ValueFault { inside(field: "[\(index)]") }

  /// The field to blame with its key: `country.flag`.
  package func address(key: String) -> String {
    if key.isEmpty || path.isEmpty { return key + path }
    return path.hasPrefix("[") ? key + path : "\(key).\(path)"
  }

  /// The reason as part of a sentence: ``no field `flag` (country.flag), string, no default``.
  package func text(key: String) -> String {
    let address = address(key: key)
    let place = address.isEmpty ? "" : " (\(address))"
    let field = path.split(separator: ".").last.map(String.init) ?? key
    let subject = field.isEmpty ? "the value" : "`\(field)`\(place)"
    switch reason {
    case .missing(let type): return "no field \(subject), \(type), no default"
    case .mismatch(let found, let wanted):
      return "\(subject) is stored as \(found), read as \(wanted)"
    case .notConvertible(let text, let wanted):
      return "\(subject) cannot be converted: \(text) is no \(wanted)"
    }
  }
}

extension ValueFault {
  /// The same for the store, with the field to blame if it is not the whole value.
  package func problem(key: String) -> CodingProblem {
    let text = text(key: key)
    return path.isEmpty ? .undecodable(text) : .undecodableField(address(key: key), text)
  }
}
