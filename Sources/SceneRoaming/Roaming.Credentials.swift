import FoundationEssentials

extension Roaming {
  /// How this machine and a cluster know each other: files for TLS, and a user of etcd.
  ///
  /// ```swift
  /// let credentials = Roaming.Credentials(
  ///   ca: "/etc/scenes/ca.pem", certificate: "/etc/scenes/desk-7.pem",
  ///   key: "/etc/scenes/desk-7.key", user: "ann", password: password)
  /// ```
  /// A description of them has no password.
  public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    /// Who signed the certificate of the cluster, as a file of PEM; the system's list if nil.
    public var ca: String?
    /// This machine's certificate, as a file of PEM.
    ///
    /// Without a common name: etcd's gateway refuses those that have one.
    public var certificate: String?
    /// The key of the certificate, as a file of PEM.
    public var key: String?
    /// The user of etcd; nobody in a cluster without authentication.
    public var user: String?
    /// The password of the user.
    public var password: String?

    /// Makes credentials.
    public init(
      ca: String? = nil, certificate: String? = nil, key: String? = nil, user: String? = nil,
      password: String? = nil
    ) {
      (self.ca, self.certificate, self.key) = (ca, certificate, key)
      (self.user, self.password) = (user, password)
    }

    /// The credentials of a user in a folder: `ca.pem`, `client.pem`, `client.key` and
    /// `password-USER`, as `Scripts/cluster DIR --users` makes them in `DIR/etcd/client`.
    ///
    /// What is not there is not shown to the cluster.
    /// - Throws: `bad-credentials` for a folder that has none of them, or a file that cannot be read.
    public static func read(_ folder: String, user: String) throws(RoamingProblem) -> Credentials {
      func file(_ name: String) -> String? {
        let path = "\(folder)/\(name)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
      }
      var credentials = Credentials(
        ca: file("ca.pem"), certificate: file("client.pem"), key: file("client.key"))
      if let path = file("password-\(user)") {
        let text: String
        do { text = try String(contentsOf: URL(filePath: path), encoding: .utf8) } catch {
          throw RoamingProblem(.badCredentials, detail: "'\(path)' cannot be read")
        }
        credentials.user = user
        credentials.password = String(text.prefix { !$0.isNewline })
      }
      guard credentials.ca != nil || credentials.certificate != nil || credentials.user != nil
      else {
        let names = "ca.pem, client.pem, client.key or password-\(user)"
        throw RoamingProblem(.badCredentials, detail: "'\(folder)' has no \(names)")
      }
      return credentials
    }

    /// Who somebody says to be, without a secret.
    public var description: String { "credentials of \(user ?? "nobody")" }

    /// The same for debuggers and `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["user": user as Any]) }

    /// Half of a pair, or a file that is not there, is told before anybody connects.
    package func check() throws(RoamingProblem) {
      guard (certificate == nil) == (key == nil) else {
        throw RoamingProblem(.badCredentials, detail: "a certificate and a key belong together")
      }
      guard (user == nil) == (password == nil) else {
        throw RoamingProblem(.badCredentials, detail: "a user and a password belong together")
      }
      for file in [ca, certificate, key] {
        guard let file, !FileManager.default.isReadableFile(atPath: file) else { continue }
        throw RoamingProblem(.badCredentials, detail: "'\(file)' cannot be read")
      }
    }
  }
}
