/// A terminal that gives every key at once, for a line that is edited.
package struct KeyTerminal {
  /// Begins to give keys; false if it cannot.
  package var begin: () -> Bool = { false }
  /// Goes back to lines, as it was.
  package var end: () -> Void = {}
  /// The bytes of the next keys; none at the end, or after an interruption.
  package var read: () -> [UInt8] = { [] }
  package var width: () -> Int? = { nil }
  /// Ctrl-C and Ctrl-Z as they would be without an editor.
  package var interrupt: () -> Void = {}
  package var suspend: () -> Void = {}

  package init() {}
}
