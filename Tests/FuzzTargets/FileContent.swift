import Foundation

/// The bytes of a file; none if it cannot be read.
func fileContent(_ path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
}
