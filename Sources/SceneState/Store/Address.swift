package import StoreFormat

/// Addresses as the inspector, problems and traces print them: `A/hawk/draft`, `app/theme`.
package enum Address {
  /// A part with `%` and `/` escaped, so that parts never run together.
  package static func escaped(_ part: String) -> String {
    guard part.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") })
    else { return part }
    var text = ""
    for scalar in part.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "/": text += "%2F"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The address of a value; `scene` is escaped already or `app`.
  package static func text(scene: String, path: ScopePath, key: String?) -> String {
    var parts = [scene]
    parts += path.texts.map(escaped)
    if let key { parts.append(escaped(key)) }
    return parts.joined(separator: "/")
  }
}
