import Foundation
import FuzzDriver
import FuzzTargets

/// Feeds one target with what libFuzzer comes up with: `STOREFUZZ_TARGET=url storefuzz -runs=100`.
///
/// SwiftPM renames the main function of an executable, so libFuzzer's own is not used.
@main
struct StoreFuzz {
  private static let target =
    ProcessInfo.processInfo.environment["STOREFUZZ_TARGET"].flatMap(FuzzTarget.named)

  static func main() {
    guard target != nil else {
      print("STOREFUZZ_TARGET has to be one of \(FuzzTarget.all.map(\.name))")
      exit(64)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    let code = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
      if let wrong = StoreFuzz.target?.run(input) { preconditionFailure(wrong) }
      return 0
    }
    exit(code)
  }
}
