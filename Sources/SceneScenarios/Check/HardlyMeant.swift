extension SourceFile {
  /// A warning about what is no mistake and hardly meant.
  func warning(
    _ code: ProblemCode = .hardlyMeant, at range: SourceRange, _ message: String,
    hint: String? = nil
  ) -> Diagnostic {
    var warning = Diagnostic(code, file: path, range: range, message, hint: hint)
    warning.severity = .warning
    return warning
  }
}
