// What stands in brackets and braces: lines break where the author broke them.
extension LayoutWriter {
  /// Writes a list or map in flow style.
  mutating func flow(_ node: Node, _ gap: Gap) throws(LayoutLost) {
    let isMap = node.map != nil
    let open = isMap ? UInt8(ascii: "{") : UInt8(ascii: "[")
    if isMap, scanner.next != open { return try pair(node, gap) }
    let inner = isMap ? 1 : 0
    let base = flowBase
    try scanner.pass(open)
    append(isMap ? "{" : "[", gap)
    for index in 0..<(node.map?.count ?? node.list?.count ?? 0) {
      let place = begin(isFirst: index == 0, inner: inner, base: base)
      if let entry = node.map?[index] {
        try flowEntry(entry, place, base: base)
      } else if let element = node.list?[index] {
        try flowValue(element, place)
      }
      try passComma()
    }
    try close(isMap ? "}" : "]", inner: inner, base: base)
  }

  /// The one pair of `[a: b]`, which has no braces of its own.
  private mutating func pair(_ node: Node, _ gap: Gap) throws(LayoutLost) {
    guard let entry = node.map?.first else { throw scanner.lost }
    try flowEntry(entry, gap, base: flowBase)
  }

  /// Goes to the next element, in a new line if it stood in one.
  private mutating func begin(isFirst: Bool, inner: Int, base: Int) -> Gap {
    let trivia = takeTrivia()
    guard !trivia.hasLineEnd else {
      breakLine(trivia, at: base + Self.step, inside: base)
      return Gap(count: 0)
    }
    return isFirst ? Gap(count: inner) : Gap(count: max(1, trivia.blanks), isAlignable: true)
  }

  private mutating func breakLine(
    _ trivia: LayoutScanner.Trivia, at indent: Int, inside base: Int
  ) {
    trimLine()
    place(trivia, column: .max, indent: base + Self.step)
    startLine(indent)
    flowBase = indent
  }

  private mutating func flowEntry(_ entry: Entry, _ gap: Gap, base: Int) throws(LayoutLost) {
    append(try scanner.text(to: entry.key.range.end), gap)
    holdBeforeMark()
    guard scanner.next == UInt8(ascii: ":") else { return }
    try scanner.pass(UInt8(ascii: ":"))
    glue(":")
    if isNothing(entry.value) {
      hold(takeTrivia())
      // A mark directly behind the colon would be part of a text.
      return glue(" ")
    }
    let trivia = takeTrivia()
    if trivia.hasComments {
      breakLine(trivia, at: base + Self.step, inside: base)
      return try flowValue(entry.value, Gap(count: 0))
    }
    let count = trivia.hasLineEnd ? 1 : max(1, trivia.blanks)
    try flowValue(entry.value, Gap(count: count, isAlignable: true))
  }

  private mutating func flowValue(_ node: Node, _ gap: Gap) throws(LayoutLost) {
    if isNothing(node) { return }
    if node.map != nil || node.list != nil {
      try flow(node, gap)
    } else {
      try scalar(node, gap)
    }
  }

  /// Passes the comma behind an element; the last one only stays at the end of a line.
  private mutating func passComma() throws(LayoutLost) {
    holdBeforeMark()
    guard scanner.next == UInt8(ascii: ",") else { return }
    try scanner.pass(UInt8(ascii: ","))
    let trivia = takeTrivia()
    hold(trivia)
    let isLast = scanner.next == UInt8(ascii: "]") || scanner.next == UInt8(ascii: "}")
    if !isLast || trivia.hasLineEnd { glue(",") }
  }

  private mutating func close(_ mark: String, inner: Int, base: Int) throws(LayoutLost) {
    let trivia = takeTrivia()
    try scanner.pass(mark == "}" ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    guard !trivia.hasLineEnd else {
      breakLine(trivia, at: base, inside: base)
      return append(mark, Gap(count: 0))
    }
    let last = lines.last?.pieces.last?.text ?? ""
    let isEmpty = last.hasSuffix(mark == "}" ? "{" : "[")
    append(mark, Gap(count: isEmpty || last.hasSuffix(" ") ? 0 : inner))
  }
}
