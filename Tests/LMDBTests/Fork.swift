import Foundation

/// `fork`, which Swift hides because little is allowed after it.
func forkForTests() -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
  return unsafe unsafeBitCast(symbol, to: Fork.self)()
}
