struct RenameScopeStep: TransferStep {
  static let name = "rename-scope"
  static let manner = ScopeTransfer.Manner.rename
  let transfer: ScopeTransfer
}

struct MoveScopeStep: TransferStep {
  static let name = "move-scope"
  static let manner = ScopeTransfer.Manner.move
  let transfer: ScopeTransfer
}

struct CopyScopeStep: TransferStep {
  static let name = "copy-scope"
  static let manner = ScopeTransfer.Manner.copy
  let transfer: ScopeTransfer
}

/// A step that takes all values of a place to another one.
protocol TransferStep: RunningAppStep {
  static var manner: ScopeTransfer.Manner { get }
  var transfer: ScopeTransfer { get }
  init(transfer: ScopeTransfer)
}

extension TransferStep {
  static var argument: Shape { .map(ScopeTransfer.fields) }

  init(_ input: StepInput) throws(Diagnostic) {
    self.init(transfer: try ScopeTransfer(input, Self.manner))
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let map = check.map(
      input, keys: ScopeTransfer.fields.names, required: ScopeTransfer.fields.names)
    check.scope(map?.optional("from"), isOld: true)
    check.scope(map?.optional("to"))
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}
