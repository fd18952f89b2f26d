import CPeer
import Foundation

/// Prints ours, peer, ratio, goal, met or not; a missed goal never fails the run.
@main
struct Bench {
  static func main() throws {
    let arguments: Arguments
    do {
      arguments = try Arguments(CommandLine.arguments.dropFirst())
    } catch let error as UsageError {
      say(error.text + "\n")
      exit(64)
    }
    peer_start_thread()
    arguments.measure.prepare()
    let (measure, rest) = (arguments.measure, arguments.rest)
    switch arguments.part {
    case .rows: try measureRows(arguments)
    case .help: print(Arguments.help)
    case .restore: try RestoreRows.runAsChild(measure, rest)
    case .reader: try SharedRows.runAsReader(measure, rest)
    case .memory: try MemoryRows.runAsChild(measure, rest)
    case .operation: try Operation.run(measure, rest)
    case .operations: print(Operation.names.joined(separator: "\n"))
    case .scaling: try Scaling(measure: measure).run()
    case .scalingPart: try Scaling(measure: measure).runAsChild(rest)
    }
  }

  private static func measureRows(_ arguments: Arguments) throws {
    // A name of a group is that group, even if operations of others begin like it.
    let named = RowGroup.all.filter { $0.name == arguments.only }
    let groups = named.isEmpty ? RowGroup.all.filter { $0.matches(arguments.only) } : named
    var all: [Row] = []
    if !arguments.asJSON { print(Table.header) }
    let start = peer_now()
    for (index, group) in groups.enumerated() {
      let seconds = Int((peer_now() - start) / 1e9)
      showProgress("\(seconds) s: measuring \(group.name), \(index + 1) of \(groups.count)")
      do {
        let rows = try group.measure(arguments.measure).filter { row in
          let only = arguments.only
          return only.isEmpty || only == group.name || row.operation.hasPrefix(only)
        }
        showProgress("")
        all += rows
        if !arguments.asJSON { rows.forEach { print(Table.line($0)) } }
        fflush(nil)
      } catch {
        showProgress("")
        say("\(group.name): \(error)\n")
      }
    }
    guard arguments.asJSON else { return print(Table.summary(all)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(["rows": all]), as: UTF8.self))
  }

  static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// One moving line on a terminal, else a line for each part.
  private static func showProgress(_ text: String) {
    if isatty(STDERR_FILENO) == 1 {
      say("\r\u{1B}[K\(text)")
    } else if !text.isEmpty {
      say(text + "\n")
    }
  }
}
