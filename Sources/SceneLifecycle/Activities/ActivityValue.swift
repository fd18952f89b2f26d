public import FoundationEssentials

/// A value inside an activity's `userInfo`: a scalar, or a list or map of values.
///
/// Values cross window and process borders as data and come back equal, case for case: an `int`
/// stays an `int`, and infinities, every NaN and the sign of zero survive. So two values are
/// equal when their bytes are: texts by UTF-8, doubles and dates by bits, URLs by their text;
/// `.int(1)` and `.double(1)` differ. There is no nil: leave the entry out. Collections may be
/// nested 64 deep, `userInfo` counted; deeper ones are refused where the activity is used.
///
/// ```swift
/// activity.userInfo["book"] = ["id": "raven", "pages": 312, "tags": ["myth", "sea"]]
/// let pages = activity.userInfo["book"]?["pages"]  // .int(312)
/// ```
public enum ActivityValue: Sendable {
  /// True or false.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A floating-point number, bit for bit.
  case double(Double)
  /// A text, byte for byte.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment, as exact as `Date` is.
  case date(Date)
  /// An address; a relative one is kept as the absolute one it stands for.
  case url(URL)
  /// Values in order.
  case list([ActivityValue])
  /// Values by name.
  case map([String: ActivityValue])

  /// The value of that name, or nil if this is no map or has none.
  public subscript(name: String) -> ActivityValue? {
    guard case .map(let map) = self else { return nil }
    return map[name]
  }

  /// The value at that place, or nil if this is no list or is shorter.
  public subscript(index: Int) -> ActivityValue? {
    guard case .list(let list) = self, list.indices.contains(index) else { return nil }
    return list[index]
  }

  /// The word for what this is, as messages say it.
  package var kind: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .url: "url"
    case .list: "list"
    case .map: "map"
    }
  }
}
