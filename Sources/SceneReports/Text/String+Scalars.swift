extension String {
  /// The text with something else for some of its characters; nil keeps one.
  package func replacingScalars(_ other: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let other = other(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
