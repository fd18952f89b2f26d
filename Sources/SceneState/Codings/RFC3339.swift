/// Dates as RFC 3339 text in UTC, to the microsecond.
package enum RFC3339 {
  /// Nil outside the years 0001 to 9999, which the standard cannot write.
  package static func text(secondsSince2001 seconds: Double) -> String? {
    guard seconds.magnitude < 1e12 else { return nil }
    let microseconds = Int64((seconds * 1e6).rounded(.toNearestOrEven))
    let (days, time) = microseconds.flooredDivision(by: 86_400_000_000)
    guard let date = civil(daysSince2001: days) else { return nil }
    let (second, fraction) = time.quotientAndRemainder(dividingBy: 1_000_000)
    var text = "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))"
    text += "T\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
    if fraction != 0 {
      var digits = pad(fraction, 6)[...]
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The proleptic Gregorian date, counted in years that begin in March so that the leap day
  /// is the last of its year.
  private static func civil(
    daysSince2001 days: Int64
  ) -> (year: Int64, month: Int64, day: Int64)? {
    // Days since 0000-03-01; 2001-01-01 is day 730,791 of that count.
    let (era, dayOfEra) = (days + 730_791).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (1...9999).contains(year) ? (year, month, day) : nil
  }
}

extension Int64 {
  /// Quotient towards minus infinity, and a remainder that is never negative.
  fileprivate func flooredDivision(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
