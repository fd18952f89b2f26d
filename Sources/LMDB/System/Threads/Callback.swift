/// A closure that is kept behind a lock.
///
/// `Mutex` hands its state to every body as something to change. A closure by itself would be
/// wrapped anew at each such look, and be called through all of these wrappings: slower with each
/// call, until the stack has no room for them. The field of a struct stays as it is.
package struct Callback<Function: Sendable>: Sendable {
  package let call: Function

  package init(_ call: Function) { self.call = call }
}
