/// A node that stands for an object of an app in another language, and says what class that is.
package protocol ClassNamingNode: RestorableNode {
  /// The name of the class, the same in every process.
  var className: String { get }
}

/// The name under which a class is kept with a node.
enum NodeClass {
  /// The module that the nodes of this one were part of at first.
  ///
  /// Names are stored: under another one no node of theirs would decode what is kept.
  private static let module = (now: "RestorationTree.", stored: "SceneLifecycle.")

  static func name(of node: any RestorableNode) -> String {
    (node as? any ClassNamingNode)?.className ?? name(type(of: node))
  }

  /// The full name, the same in every process and in every version of this module.
  ///
  /// The names of private and local types hold an address, which changes with each start.
  static func name(_ type: Any.Type) -> String {
    var name = ""
    var rest = String(reflecting: type)[...]
    while let mark = rest.firstRange(of: "(unknown context at "),
      let end = rest[mark.upperBound...].firstIndex(of: ")")
    {
      name += rest[..<mark.lowerBound]
      rest = rest[end...].dropFirst()
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
    }
    return stored(name + rest)
  }

  /// The name with the stored name of this module, which also generic arguments may have.
  private static func stored(_ text: String) -> String {
    var name = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: module.now) {
      name += rest[..<mark.lowerBound]
      // Inside a name or behind a dot it is a type of somebody else.
      let isModule = name.last.map { !$0.isLetter && !$0.isNumber && !"_.".contains($0) } ?? true
      name += isModule ? module.stored : module.now
      rest = rest[mark.upperBound...]
    }
    return name + rest
  }
}
