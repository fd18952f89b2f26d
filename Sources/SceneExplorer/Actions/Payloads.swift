import SceneScenarios

/// What can be dragged or continued in an app: each of its activities with a few contents.
struct Payloads {
  struct Item: Sendable {
    let type: String
    let payload: Node?
    let target: String
  }

  let items: [Item]

  init(_ app: AppDeclaration, tabs: [String]) {
    var items: [Item] = []
    for activity in app.activities {
      if activity.payload == nil, let type = activity.sample {
        items += Self.guessed(activity.type, type, tabs)
        continue
      }
      let handlers = app.handlers.filter { $0.activity == activity.type }
      let reader = HandlerReader(handlers.flatMap(\.steps), if: handlers.map(\.condition))
      let count = reader.tabFields.isEmpty ? 2 : min(3, max(2, tabs.count))
      let other = Self.otherField(activity.payload, reader)
      // The last one is as the first but for one field: what both share tells them not apart.
      for number in 0..<(other == nil ? count : count + 1) {
        let isLast = number == count
        let payload = activity.payload.map { type in
          Samples.value(of: type, number: isLast ? 0 : number) { field in
            if reader.tabFields.contains(field), !tabs.isEmpty {
              return .text(tabs[isLast ? 0 : number % tabs.count])
            }
            if isLast, field == other {
              return reader.cell(field, 1, app) ?? .text(Samples.word(3))
            }
            return reader.cell(field, isLast ? 0 : number, app)
          }
        }
        let short = activity.type.split(separator: ".").last.map(String.init) ?? activity.type
        let row = Self.row(payload, reader, app)
        let target =
          reader.identity.flatMap { Self.filled($0, with: payload) }
          ?? row.flatMap { Self.target(of: $0, in: app) }
          ?? "\(short)/\(row ?? Samples.word(isLast ? 3 : number))"
        items.append(Item(type: activity.type, payload: payload, target: target))
      }
    }
    self.items = items
  }

  /// Contents for an app in Swift, of which nobody knows what its handlers make of a field.
  ///
  /// Texts are words, names of tabs and nothing at all; the last one has no payload.
  private static func guessed(
    _ name: String, _ type: ValueType, _ tabs: [String]
  ) -> [Item] {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let texts = (type.fields ?? []).filter { $0.type == .string }.map(\.name)
    var payloads = (0..<2).map { number in
      Samples.value(of: type, number: number) { field in
        guard texts.first == field, !tabs.isEmpty else { return nil }
        return .text(tabs[number % tabs.count])
      }
    }
    for empty in texts.prefix(2) {
      payloads.append(Samples.value(of: type, number: 0) { $0 == empty ? .text("") : nil })
    }
    let items = payloads.enumerated().map { number, payload in
      Item(type: name, payload: payload, target: "\(short)/\(Samples.word(number))")
    }
    return items + [Item(type: name, payload: nil, target: short)]
  }

  /// A field that holds a text and names no tab; one that windows do not tell of, if there is one.
  private static func otherField(_ type: ValueType?, _ reader: HandlerReader) -> String? {
    let texts = (type?.fields ?? []).filter { $0.type == .string }.map(\.name)
      .filter { !reader.tabFields.contains($0) }
    let untold = texts.first { !(reader.identity ?? "").contains("${payload.\($0)}") }
    return untold ?? texts.first
  }

  /// The row that a payload is about: nobody sends what there is not.
  private static func row(
    _ payload: Node?, _ reader: HandlerReader, _ app: AppDeclaration
  ) -> String? {
    let cells = payload?.map?.filter { reader.cell($0.key.name, 0, app) != nil } ?? []
    return cells.lazy.compactMap(\.value.text).first { !$0.contains("/") }
  }

  /// What windows about a row prefer, as far as the app says it by the row alone.
  private static func target(of row: String, in app: AppDeclaration) -> String? {
    let mark = "${window.value}"
    return app.scenes.lazy.flatMap { app.preferences(of: $0.name) }.first { $0.contains(mark) }?
      .replacing(mark, with: row)
  }

  /// A text with `${payload.x}` in it, or any text for what has no payload; nil if something else
  /// stands there.
  private static func filled(_ template: String, with payload: Node?) -> String? {
    var text = template
    var isFilled = payload == nil
    for field in payload?.map ?? [] {
      let mark = "${payload.\(field.key.name)}"
      guard text.contains(mark), let value = field.value.text ?? field.value.int.map(String.init)
      else { continue }
      text = text.replacing(mark, with: value)
      isFilled = true
    }
    return isFilled && !text.contains("${") ? text : nil
  }
}

extension AppDeclaration {
  /// What windows of a kind prefer, as it is written.
  func preferences(of kind: String) -> [String] {
    (node?["scenes"]?[kind]?["prefers"]?.list ?? []).compactMap(\.text)
  }
}
