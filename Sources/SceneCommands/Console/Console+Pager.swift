extension Console {
  /// Lets a long answer be shown page by page, if there is a person to show it to.
  ///
  /// Not for programs: never into a file or a pipe, and for no format but the table.
  func pages(_ invocation: Invocation) {
    guard surroundings.outputIsTerminal, invocation.format == .table,
      invocation.value("output") == nil, !asksNothing, variable("TERM") != "dumb",
      variable("CI") == nil
    else { return }
    // Somebody who sets it to nothing wants none.
    let pager = surroundings.variable("PAGER") ?? Pager.usual
    if !pager.isEmpty, pager != "cat" { waitingPager = pager }
  }

  /// The pager, opened before the first part of an answer that does not fit the terminal.
  func openedPager(for bytes: [UInt8]) -> Pager? {
    guard let command = waitingPager else { return nil }
    waitingPager = nil
    let lines = bytes.count { $0 == 0x0A }
    guard lines >= surroundings.terminalHeight ?? 24 else { return nil }
    pager = surroundings.openPager(command)
    return pager
  }

  /// Waits until the person has read the answer.
  func closePager() {
    pager?.finish()
    pager = nil
  }
}
