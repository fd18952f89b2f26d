/// Where a cluster answers: the hosts of its members, from `etcd://HOST:PORT,HOST:PORT`, or `etcds`.
struct ClusterAddress: Hashable, Sendable {
  /// Each member as `host:port`, in the order in which they are asked.
  let members: [String]
  /// Whether requests go through TLS.
  let isSecure: Bool

  /// One member of an address that was read.
  init(_ member: String, isSecure: Bool) { (members, self.isSecure) = ([member], isSecure) }

  /// Reads an address; without TLS other machines have to be allowed, since nothing hides what is sent.
  init(_ text: String, allowsPlainText: Bool) throws(RoamingProblem) {
    guard let scheme = ["etcd://", "etcds://"].first(where: text.hasPrefix) else {
      throw RoamingProblem(
        .badAddress, detail: "'\(text)' does not begin with 'etcd://' or 'etcds://'")
    }
    isSecure = scheme == "etcds://"
    members = text.dropFirst(scheme.count).split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    for member in members {
      // Nor is it said again: it may be in a log.
      guard !member.contains("@") else {
        throw RoamingProblem(
          .badAddress, detail: "user and password are credentials, and no part of the address")
      }
      guard let host = Self.host(of: member) else {
        throw RoamingProblem(.badAddress, detail: "'\(member)' is not of the form host:port")
      }
      guard isSecure || allowsPlainText || Self.isThisMachine(host) else {
        throw RoamingProblem(.plainText, detail: "'\(host)' is another machine")
      }
    }
  }

  private static func host(of member: String) -> String? {
    guard let colon = member.lastIndex(of: ":"),
      UInt16(member[member.index(after: colon)...]) != nil
    else { return nil }
    let host = String(member[..<colon])
    let isName = host.utf8.allSatisfy { byte in
      byte.isASCIIAlphanumeric || [UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
    }
    let isNumber =
      host.hasPrefix("[") && host.hasSuffix("]")
      && host.dropFirst().dropLast().utf8.allSatisfy {
        $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ":")
      }
    return !host.isEmpty && (isName || isNumber) ? host : nil
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if ["localhost", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  var isASCIIAlphanumeric: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
