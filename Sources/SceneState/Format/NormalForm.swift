#if canImport(FoundationEssentials)
  // NB: FoundationEssentials has no normalisation, and all of Foundation (with its Unicode
  // tables) is too much for it; the standard library has it under this name.
  @_spi(_Unicode) import Swift
#else
  import Foundation
#endif

extension String {
  /// The text in Unicode normal form C, as names are compared and stored.
  package var normalFormC: String {
    // ASCII is its own normal form; most names are.
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(FoundationEssentials)
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: self._nfc)
      return String(scalars)
    #else
      return precomposedStringWithCanonicalMapping
    #endif
  }

  /// The scalars of the text in Unicode normal form D, as conditions are compared.
  package var normalFormDScalars: [Unicode.Scalar] {
    #if canImport(FoundationEssentials)
      Array(self._nfd)
    #else
      Array(decomposedStringWithCanonicalMapping.unicodeScalars)
    #endif
  }
}
