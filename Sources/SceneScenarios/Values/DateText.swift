import FoundationEssentials

/// A time at which each day begins, in UTC, which is the zone of the scenarios' clock: `midnight`, or
/// `4:00`.
struct DayTime: Sendable {
  static let midnight = DayTime(seconds: 0)
  /// How `midnight` is written.
  static let word = "midnight"
  static let pattern = "^(midnight|([01]?[0-9]|2[0-3]):[0-5][0-9])$"
  private static let day = 86_400.0

  private let seconds: Int

  private init(seconds: Int) { self.seconds = seconds }

  /// The time that a text says; nil if it says none.
  init?(_ text: String) {
    let parts = text.wholeMatch(of: /([01]?\d|2[0-3]):([0-5]\d)/)
    guard let hour = parts.flatMap({ Int($0.1) }), let minute = parts.flatMap({ Int($0.2) }) else {
      guard text == Self.word else { return nil }
      self = .midnight
      return
    }
    seconds = hour * 3600 + minute * 60
  }

  /// As it is written in a scenario.
  var text: String {
    let minutes = seconds / 60 % 60
    return seconds == 0 ? Self.word : "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// The number of the day in which a date lies.
  private func day(of date: Date) -> Double {
    ((date.timeIntervalSinceReferenceDate - Double(seconds)) / Self.day).rounded(.down)
  }

  /// When the next day begins.
  func next(after date: Date) -> Date {
    Date(timeIntervalSinceReferenceDate: (day(of: date) + 1) * Self.day + Double(seconds))
  }

  /// Whether another day has begun between two dates.
  func hasCome(from past: Date, to now: Date) -> Bool { day(of: past) != day(of: now) }
}

extension Node {
  package var isDate: Bool { text.flatMap { DateText.date($0) } != nil }
}

/// Dates as RFC 3339 text: `2026-01-01T09:00:00Z`, `2026-01-01T10:00:00.25+01:00`.
///
/// Foundation's own parser takes more than the format and drops digits of fractions.
enum DateText {
  /// The instant that a text means; nil if it is no date, such as the 30th of February.
  static func date(_ text: String) -> Date? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, digits: 4), take("-", &rest),
      let month = number(&rest, digits: 2), take("-", &rest),
      let day = number(&rest, digits: 2), take("Tt", &rest),
      let hour = number(&rest, digits: 2), take(":", &rest),
      let minute = number(&rest, digits: 2), take(":", &rest),
      let second = number(&rest, digits: 2), let fraction = fraction(&rest),
      let offset = offset(&rest), rest.isEmpty
    else { return nil }
    guard 1...12 ~= month, 1...daysInMonth(month, of: year) ~= day, hour < 24, minute < 60,
      second < 60
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// The same; a day alone means its beginning, in UTC.
  static func date(orDay text: String) -> Date? { date(text) ?? date("\(text)T00:00:00Z") }

  /// The date in UTC, with as many digits of its fraction as tell it from every other date.
  static func text(of date: Date) -> String {
    let interval = date.timeIntervalSinceReferenceDate
    let whole = interval.rounded(.down)
    // Far beyond the years of the format; a number of seconds is all that can be said.
    guard abs(whole) < 1e12 else { return "\(interval)" }
    if interval == whole { return text(seconds: Int(whole)) + "Z" }
    for digits in [3, 6, 9] {
      let units = digits == 3 ? 1e3 : digits == 6 ? 1e6 : 1e9
      let fraction = Int(((interval - whole) * units).rounded())
      guard fraction < Int(units) else { continue }
      let text = "\(text(seconds: Int(whole))).\(padded(fraction, digits))Z"
      if digits == 9 || Self.date(text) == date { return text }
    }
    return text(seconds: Int(whole) + 1) + "Z"
  }

  private static func text(seconds: Int) -> String {
    let days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    let time = seconds - days * 86_400
    let (year, month, day) = civil(days)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + clock.joined(separator: ":")
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  // MARK: The calendar

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func daysInMonth(_ month: Int, of year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 2001-01-01; years begin in March here, so that the leap day is the last one.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  /// Year, month and day of a number of days since 2001-01-01.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 730_791
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month > 9 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, day)
  }

  // MARK: Pieces of text

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func take(_ marks: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, marks.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// What follows the seconds; 0 if nothing does, nil for a point without digits.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
    guard take(".", &rest) else { return 0 }
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
  }

  /// The time zone in seconds east of UTC.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if take("Zz", &rest) { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take("+-", &rest), let hours = number(&rest, digits: 2), take(":", &rest),
      let minutes = number(&rest, digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
