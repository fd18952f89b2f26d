/// Numbers with their units, in words people read.
package enum Amount {
  /// `5 B`, `16 KiB`, `1.5 MiB`.
  package static func bytes(_ count: Int) -> String {
    if count < 1024 { return "\(count) B" }
    var value = Double(count) / 1024
    for unit in ["KiB", "MiB", "GiB"] {
      if value < 1024 || unit == "GiB" { return "\(tenths(value)) \(unit)" }
      value /= 1024
    }
    return "\(count) B"
  }

  /// `3 ms`, `1.2 s`.
  package static func duration(_ duration: Duration) -> String {
    let parts = duration.components
    let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(tenths(Double(milliseconds) / 1000)) s"
  }

  /// `1 value`, `4 values`.
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  private static func tenths(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
