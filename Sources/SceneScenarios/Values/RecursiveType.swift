import Synchronization

/// A struct that lists or maps of itself lie in: `more: [Node]?`.
///
/// It is known by its name until all of its fields are read.
package final class RecursiveType: Sendable {
  package let name: String
  private let known = Mutex<ValueType?>(nil)

  init(_ name: String) { self.name = name }

  /// The struct; one with a mistake in it takes anything, since the mistake was told.
  package var type: ValueType { known.withLock { $0 } ?? .opaque(name) }

  func resolve(_ type: ValueType) { known.withLock { $0 = type } }
}

extension RecursiveType: Hashable {
  /// Two are the same if their names are: the fields would be compared for ever.
  package static func == (left: RecursiveType, right: RecursiveType) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ValueType {
  /// The type itself, or the struct of which only the name stands here.
  package var unfolded: ValueType {
    if case .recursive(let type) = self { type.type } else { self }
  }
}
