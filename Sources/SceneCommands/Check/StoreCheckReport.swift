import SceneReports
import SceneScenarios
import SceneState
import StoreTools

/// What a check has shown, in each format.
struct StoreCheckReport {
  let examination: StoreExamination
  let target: StoreTarget

  func table(_ console: Console, onlyFound: Bool) -> [String] {
    let rows = examination.lines.filter { !onlyFound || $0.severity ?? .note > .note }
    let words = rows.map { console.symbols.visible($0.words) }
    let widest = words.map { DisplayWidth.of($0) }.max() ?? 0
    let paint = console.paint
    var lines = zip(rows, words).map { row, text in
      let mark = DisplayWidth.padded(Self.mark(row.severity), to: 7)
      let area = DisplayWidth.padded(row.area.rawValue, to: 9)
      let isBad = row.severity ?? .note > .note
      let start = "\(isBad ? paint.bad(mark) : mark) \(area)  "
      guard let next = row.repair.map(target.command) else { return start + text }
      return start + DisplayWidth.padded(text, to: min(widest, 60)) + "  "
        + console.symbols.visible(next)
    }
    if !onlyFound || !lines.isEmpty { lines.append(summary) }
    return lines
  }

  private var summary: String {
    let damage = examination.count(of: .damage)
    let warnings = examination.count(of: .warning)
    if damage == 0, warnings == 0 { return "nothing is wrong" }
    let parts = [
      damage > 0 ? Amount.count(damage, "damage", plural: "damages") : nil,
      warnings > 0 ? Amount.count(warnings, "warning") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  var plain: [String] {
    examination.lines.map { line in
      [
        Self.mark(line.severity), line.area.rawValue, SafeText.escaped(line.words),
        line.repair.map { SafeText.escaped(target.command(for: $0)) } ?? "-",
      ].joined(separator: "\t")
    }
  }

  var lines: [JSON] {
    examination.findings.map { finding in
      [
        "severity": .string(Self.mark(finding.severity)), "area": .string(finding.area.rawValue),
        "words": .string(finding.words), "address": .text(finding.address),
        "page": .number(finding.page),
        "next": finding.repair.map { .string(target.command(for: $0)) } ?? .null,
      ]
    }
  }

  var json: JSON {
    [
      "schema": "scenesim.store.check/1", "store": .string(target.directory),
      "sound": .bool(examination.isSound), "txn": .unsigned(examination.transaction),
      "inUse": .bool(examination.isInUse), "older": .bool(examination.isOlder),
      "findings": .list(lines),
    ]
  }

  private static func mark(_ severity: StoreExamination.Severity?) -> String {
    switch severity {
    case nil: "ok"
    case .note: "note"
    case .warning: "warning"
    case .damage: "damage"
    }
  }
}

extension StoreTarget {
  /// The command that helps where a check found something.
  func command(for repair: StoreExamination.Repair) -> String {
    switch repair {
    case .recover: "scenesim store repair \(word) -o \(ShellText.word("repaired-\(name)"))"
    case .load(let backup):
      "scenesim store load NEW \(ShellText.word("\(directory)/\(backup)"))"
    case .loadElsewhere: "scenesim store load NEW-FOLDER FILE"
    case .remove(let address):
      "scenesim store rm \(word) \(ShellText.word(address)) --force"
    case .show(let address): "scenesim store get \(word) \(ShellText.word(address))"
    case .showSetAside(let address):
      "scenesim store ls \(word) \(ShellText.word(address)) --set-aside"
    case .clearStaleReaders: "scenesim store readers \(word) --clear-stale"
    case .showFolder: UnsafePlace(directory).next
    case .makeStore(let place): StrayFile("\(directory)/\(place)")?.next ?? ""
    case .useNewerVersion: "scenesim version"
    }
  }
}
