import CYAML

/// The libyaml that is linked.
package enum YAMLLibrary {
  /// Its number, such as 0.2.5.
  package static var version: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    unsafe yaml_get_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}
