import FoundationEssentials
import StoreFormat

/// The seconds since 2001-01-01T00:00:00Z as a double, bit for bit.
enum DateCoding {
  static let tag: UInt8 = 9

  static func jsonText(_ payload: [UInt8]) -> String? {
    guard let seconds = seconds(payload) else { return nil }
    return RFC3339.text(secondsSince2001: seconds).map { JSONText.string($0) }
      ?? JSONText.number(seconds)
  }

  static func seconds(_ payload: [UInt8]) -> Double? {
    InfoKey.number(payload, UInt64.self).map(Double.init(bitPattern:))
  }
}

extension Date: CompactValue {
  static var coding: TypedCoding<Date> {
    TypedCoding(
      typeName: valueTypeName,
      encoding: .appending { value, bytes in
        bytes.appendBigEndian(value.timeIntervalSinceReferenceDate.bitPattern)
        return DateCoding.tag
      },
      decode: { (encoded) throws(CodingProblem) in
        guard encoded.tag == DateCoding.tag
        else { throw .wrongTag(found: encoded.tag, wanted: valueTypeName) }
        guard let seconds = DateCoding.seconds(encoded.payload)
        else { throw .undecodable("a date has eight bytes") }
        return Date(timeIntervalSinceReferenceDate: seconds)
      },
      isSame: {
        let (left, right) = ($0.timeIntervalSinceReferenceDate, $1.timeIntervalSinceReferenceDate)
        return left.bitPattern == right.bitPattern ? .same : .different
      },
      fixedSize: { _ in 8 })
  }
}
