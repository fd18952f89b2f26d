/// The names under which an app knows what its window has: `values.history`, `window.value.id`.
///
/// What a value is made of is named by its path: `values.history.last`, `values.queue.first`,
/// `values.note.title`.
struct OwnNames: Sendable {
  private struct Name {
    let text: String
    /// What it stands for; nil for what has no parts.
    let type: ValueType?
  }

  private var all: [Name] = []

  /// What there is of any window, after `window`; its value has a type of its own.
  static let ofWindow = ["scene", "name", "opener", "number", ListEnd.count, "waits"]

  /// The names in full, for hints.
  var texts: [String] { all.map(\.text).uniqued() }

  mutating func add(_ name: String, _ type: ValueType? = nil) {
    all.append(Name(text: name, type: type))
  }

  /// Whether there is such a name, or such a part of what one stands for.
  func contains(_ name: String) -> Bool {
    all.contains { own in
      if own.text == name { return true }
      guard let type = own.type, name.hasPrefix("\(own.text).") else { return false }
      let path = VariableText.path(String(name.dropFirst(own.text.count + 1)))
      let found = path.reduce(type as ValueType?) { $0?.part($1) }
      return found != nil
    }
  }

  /// What to say of a name that begins like one of these and goes on otherwise.
  func hint(for name: String) -> String? {
    if contains(LateText.now), SourceFile.timeWords.contains(name.lowercased()) {
      return "the time is `${\(LateText.now)}`, the day `${\(LateText.today)}`, in UTC"
    }
    if contains("values.\(name)") {
      return "what the window has under the key is `${values.\(name)}`; what an action or a "
        + "handler is given, `${payload.\(name)}`"
    }
    let outer = all.filter { name.hasPrefix($0.text) && $0.text != name }
      .max { $0.text.count < $1.text.count }
    guard let outer, let next = name.dropFirst(outer.text.count).first else { return nil }
    if [LateText.now, LateText.today].contains(outer.text) {
      return "nothing is computed here: `if: { \(ValueCondition.olderWord): { KEY: 24h } }` asks "
        + "how old a date is"
    }
    guard next == "." else {
      return next.isLetter || "-_".contains(next)
        ? nil : "nothing is computed here: the step of the scenario gives it, as `act: { … }` does"
    }
    guard var type = outer.type else { return nil }
    // As far as the way is right.
    var path = outer.text
    for part in name.dropFirst(path.count + 1).split(separator: ".") {
      guard let inner = type.part(String(part)) else { break }
      (path, type) = ("\(path).\(part)", inner)
    }
    if type.part(ListEnd.last.rawValue) != nil, type.fields == nil {
      return "of a list `${\(path).first}` and `${\(path).last}` are entries, and no "
        + "other one has a name; `${\(path).\(ListEnd.count)}` is their number; a map of type "
        + "`{string: …}` has its entries by name"
    }
    if type.fields == nil, type.part(ListEnd.count) == nil {
      return "`\(path)` is a `\(type)`, which has no parts"
    }
    let parts = type.fields?.map(\.name) ?? [ListEnd.count]
    return SourceFile.choice(for: name, among: parts.map { "\(path).\($0)" })
  }
}

extension ValueType {
  /// The type of a part of a value: a field of a struct, an entry of a map, `first` of a list, `count`.
  func part(_ name: String) -> ValueType? {
    switch unfolded {
    case .optional(let type): type.part(name)
    case .list(let type):
      name == ListEnd.count ? .int : ListEnd(rawValue: name) == nil ? nil : type
    case .set: name == ListEnd.count ? .int : nil
    case .map(let type): type
    case .structure(_, let fields): fields.first { $0.name == name }?.type
    case .opaque: self
    default: nil
    }
  }
}

extension Node {
  /// A part of a value: the entry of a map, `first`, `last` or `count` of a list; nil if there is
  /// none.
  func part(_ name: String) -> Node? {
    guard let list else { return self[name] }
    if name == ListEnd.count { return Node(.int(list.count), range: range) }
    return ListEnd(rawValue: name).map { $0.entry(of: list) ?? Node(.null, range: range) }
  }
}

extension AppDeclaration {
  /// The late names that stand for what a window has.
  func lateValues(of kind: ValueType? = nil) -> OwnNames {
    var names = OwnNames()
    // A key with a mistake of its own is there all the same, and may have any parts.
    for name in node?["storage"]?.map?.map(\.key.name) ?? keys.map(\.name) {
      names.add("values.\(name)", key(name)?.type ?? .opaque(""))
    }
    names.add("window.value", kind)
    for name in OwnNames.ofWindow { names.add("window.\(name)") }
    if hasTabs { names.add("tab.id") }
    names.addCounts(of: self)
    names.addFields(of: tablesOfPlaces, in: self)
    return names
  }

  /// The names that steps of the app and conditions of handlers can use, in whatever window.
  var ownNames: OwnNames {
    var names = lateValues()
    for name in [LateText.now, LateText.today, LateText.lastEnd] { names.add(name) }
    for type in scenes.compactMap(\.value) { names.add("window.value", type) }
    return names
  }

  /// The tables that windows and places are about.
  private var tablesOfPlaces: [String] {
    let kinds = ["scenes", "places"].flatMap { node?[$0]?.map ?? [] }
    return kinds.compactMap { entry in
      entry.value["row-of"]?.text?.split(separator: ".").first.map(String.init)
    }
  }
}

extension OwnNames {
  /// Adds the fields of rows: `row.name`.
  mutating func addFields(of tables: [String], in app: AppDeclaration) {
    for table in tables {
      // What rows will have that come later, nobody knows yet.
      guard let fields = app.rowType(of: table).fields else {
        add(LateText.row, .opaque(""))
        continue
      }
      for field in fields where !contains("\(LateText.row).\(field.name)") {
        add("\(LateText.row).\(field.name)", field.type)
      }
    }
  }
}

extension AppDeclaration {
  /// The fields that rows of a table have, as far as they are declared.
  func rowType(of table: String) -> ValueType {
    var (fields, known) = ([] as [ValueType.Field], [] as Set<String>)
    for entry in (node?["data"]?[table]?.list ?? []).flatMap({ $0.map ?? [] })
    where known.insert(entry.key.name).inserted {
      fields.append(ValueType.Field(name: entry.key.name, type: .opaque("")))
    }
    return fields.isEmpty ? .opaque("") : .structure("row of `\(table)`", fields)
  }
}
