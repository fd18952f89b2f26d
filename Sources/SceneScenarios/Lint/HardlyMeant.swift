extension SourceFile {
  /// A warning about what is no mistake and hardly meant, or a note.
  func warning(
    _ code: ProblemCode = .hardlyMeant, at range: SourceRange, _ message: String,
    hint: String? = nil, as severity: Diagnostic.Severity = .warning
  ) -> Diagnostic {
    var warning = diagnostic(code, at: range, message, hint: hint)
    warning.severity = severity
    return warning
  }
}
