import FaultShim
import Foundation

/// Runs one fault suite, or a child process of one.
///
///     storefaults F2 --seed 7 --rounds 100
///     storefaults F4 --self-check
///     storefaults list
@main
struct StoreFaults {
  static func main() {
    shim_begin()
    var arguments = Array(CommandLine.arguments.dropFirst())
    let first = arguments.isEmpty ? "help" : arguments.removeFirst()
    switch first {
    case "help", "-h", "--help": print(usage)
    case "list":
      for suite in SuiteCatalog.all { print("\(suite.name)\t\(suite.summary)") }
    case "child":
      shim_end_with_parent()
      exit(ChildCatalog.run(arguments))
    default:
      guard let suite = SuiteCatalog.all.first(where: { $0.name == first }) else {
        misused("there is no suite '\(first)'; 'storefaults list' names them")
      }
      do {
        let settings = try Settings(arguments)
        if settings.asksForSelfCheck { exit(suite.selfCheck == nil ? 1 : 0) }
        exit(try run(suite, settings) ? 0 : 1)
      } catch {
        print("\(suite.name) could not run: \(error)")
        exit(1)
      }
    }
  }

  /// Prints the figures; whether nothing was violated.
  private static func run(_ suite: Suite, _ settings: Settings) throws -> Bool {
    let start = ContinuousClock.now
    let report =
      settings.isSelfCheck
      ? try suite.selfCheck?(settings) ?? Report.nothing : try suite.run(settings)
    let seconds = (ContinuousClock.now - start).components.seconds
    for line in report.skipped { print("\(suite.name) skipped: \(line)") }
    for line in report.figures {
      let goal = report.isMet(line).map { $0 ? ", met" : ", NOT MET" } ?? ""
      print("\(suite.name) \(line) (seed \(settings.seed), \(seconds) s\(goal))")
    }
    for violation in report.violations.prefix(60) {
      print("\(suite.name) VIOLATION: \(violation)")
    }
    guard !report.violations.isEmpty else { return true }
    print(
      "\(suite.name) \(report.violations.count) violations; again: storefaults \(suite.name) "
        + settings.arguments)
    return false
  }

  private static func misused(_ sentence: String) -> Never {
    print("error: \(sentence)")
    exit(64)
  }

  private static let usage = """
    usage: storefaults SUITE [--seed N] [--rounds N] [--self-check]
           storefaults list
    """
}
