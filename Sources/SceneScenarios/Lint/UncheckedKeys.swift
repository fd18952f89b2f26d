/// Says of a key of the app that stands where a check should how values are looked at.
enum UncheckedKeys {
  static func explained(_ findings: [Diagnostic], in app: Node?) -> [Diagnostic] {
    guard let keys = app?["storage"]?.map?.map(\.key.name) else { return findings }
    return findings.map { finding in
      guard finding.code == .noSuchCheck,
        let key = keys.first(where: { finding.message == "there is no check `\($0)`" }),
        // A list and the store have checks of their own, which are meant.
        !isMeant(finding.hint, key),
        // What a window shows has a check of its own.
        !WindowCheck.names.contains(key)
      else { return finding }
      var finding = finding
      finding.hint =
        "values of keys are looked at with `values`: `values: { \(key): … }` stands here"
      return finding
    }
  }

  /// Whether another check is meant: in a window by a key that shows what that looks at.
  private static func isMeant(_ hint: String?, _ key: String) -> Bool {
    guard let meant = hint?.firstMatch(of: /^did you mean `([\w-]+)`/)?.1 else { return false }
    return key == StorageKey.selectedTab || !WindowCheck.names.contains(String(meant))
  }
}
