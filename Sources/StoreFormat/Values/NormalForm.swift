// NB: FoundationEssentials has no normalisation, and all of Foundation (with its Unicode
// tables) is too much for it; the standard library has it under this name.
@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode normal form C, as names are compared and stored.
  package var normalFormC: String {
    // ASCII is its own normal form; most names are.
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: self._nfc)
    return String(scalars)
  }

  /// The scalars of the text in Unicode normal form D, as conditions are compared.
  package var normalFormDScalars: [Unicode.Scalar] {
    Array(self._nfd)
  }
}
