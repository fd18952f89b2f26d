extension ScenarioBomb {
  // MARK: Event logs

  /// The first line of a process in an event log.
  private static func process(
    tabs: String = #""t""#, keys: String = "", kinds: String = #"{"name":"main"}"#
  ) -> String {
    #"{"schema":"scenesim.events/1","app":"b","name":"B","version":1,"profile":"wayland","#
      + #""windows":"many","tabs":[\#(tabs)],"keys":[{"key":"k","type":"string","scope":"scene"}"#
      + #"\#(keys)],"activities":[],"kinds":[\#(kinds)],"sessions":[]}"# + "\n"
      + #"{"event":"launch","phases":{"w":"active"}}"# + "\n"
  }

  private static func opened(_ number: Int, _ more: String = "") -> String {
    #"{"event":"open","scene":"w\#(number)","opened":true,"phases":{"w\#(number)":"active"}"#
      + "\(more)}\n"
  }

  private static func log(_ line: @escaping @Sendable (Int) -> String) -> @Sendable () -> String {
    { filled(process(), line) }
  }

  /// A log of many windows, and then of lines.
  private static func windows(
    _ line: @escaping @Sendable (Int) -> String
  ) -> @Sendable () -> String {
    { filled(filled(process(), share: 2) { opened($0) }, share: 2, line) }
  }

  /// Parts of a header, as many as fit into a share of the file.
  private static func parts(share: Int, _ part: (Int) -> String) -> String {
    String(filled("", share: share) { "," + part($0) }.dropFirst())
  }

  /// A type of lists in lists.
  private static func declared(_ type: String) -> @Sendable () -> String {
    { process(keys: #",{"key":"t","type":"\#(type)","default":[],"scope":"scene"}"#) }
  }

  private static func set(_ scene: Int, _ key: String, _ value: String, _ more: String = "")
    -> String
  {
    #"{"event":"set","scene":"w\#(scene)","key":"\#(key)","value":\#(value)\#(more)}"# + "\n"
  }

  /// Those that `record` must be done with.
  public static let recorded: [ScenarioBomb] = [
    ScenarioBomb(name: "windows opened", make: log { opened($0) }),
    ScenarioBomb(
      name: "windows opened and closed",
      make: log { opened($0) + #"{"event":"close","scene":"w\#($0)","phases":{}}"# + "\n" }),
    ScenarioBomb(
      name: "windows and steps in one",
      make: windows { #"{"event":"identify","scene":"w0","target":"\#($0)"}"# + "\n" }),
    ScenarioBomb(
      name: "windows and values", make: windows { set($0, "k", "1", #","at":"\#($0)""#) }),
    ScenarioBomb(name: "windows and ends", make: windows { _ in #"{"event":"resign"}"# + "\n" }),
    ScenarioBomb(
      name: "windows and processes",
      make: windows { _ in
        #"{"schema":"scenesim.events/1"}"# + "\n" + #"{"event":"launch"}"# + "\n"
      }),
    ScenarioBomb(
      name: "windows and drags",
      make: windows { _ in
        #"{"event":"drag","scene":"w0","activity":{"type":"a"}}"# + "\n"
      }),
    ScenarioBomb(
      name: "keys in windows",
      make: {
        let keys = parts(share: 3) { #"{"key":"k\#($0)","type":"int","default":0}"# }
        let start = filled(process(keys: "," + keys), share: 2) { opened($0) }
        return filled(start, share: 3) { set($0, "k\($0)", "1") }
      }),
    ScenarioBomb(
      name: "tabs in windows",
      make: {
        let tabs = parts(share: 3) { #""t\#($0)""# }
        let start = filled(process(tabs: tabs), share: 2) { opened($0) }
        return filled(start, share: 3) { set($0, "k", "1") }
      }),
    ScenarioBomb(
      name: "tabs in one commit",
      make: {
        let start = process(
          tabs: parts(share: 4) { #""t\#($0)""# }, keys: #",{"key":"l","type":"int","scope":"tab"}"#
        )
        return filled(start + opened(0)) { set(0, "l", "1", #","tab":"t\#($0)""#) }
      }),
    ScenarioBomb(
      name: "kinds of windows",
      make: {
        let kinds = parts(share: 2) { #"{"name":"m\#($0)","value":"string"}"# }
        return filled(process(kinds: kinds), share: 2) { opened($0, #","kind":"m\#($0)""#) }
      }),
    ScenarioBomb(name: "fields", make: log { set(0, "s", #"{"f\#($0)":1}"#, #","at":"\#($0)""#) }),
    ScenarioBomb(
      name: "deep fields",
      make: log { number in
        let deep = (0..<30).map { #"{"f\#(number)\#($0)":"# }.joined() + "1"
        return set(0, "s\(number)", deep + String(repeating: "}", count: 30))
      }),
    ScenarioBomb(name: "places", make: log { set(0, "s\($0)", "1", #","path":["e","\#($0)"]"#) }),
    ScenarioBomb(
      name: "lists of a type",
      make: declared(
        String(repeating: "[", count: 500_000) + String(repeating: "]", count: 500_000))),
    ScenarioBomb(name: "a type of marks", make: declared(String(repeating: "?", count: 1_000_000))),
    ScenarioBomb(name: "unknown events", make: log { #"{"event":"e\#($0)"}"# + "\n" }),
    ScenarioBomb(name: "a long line", make: log { _ in #"{"event":"identify","scene":"w"},"# }),
  ]

  // MARK: Dumps

  /// A dump with as many lines as fit, which the header counts under this name.
  private static func dump(
    _ counted: String, _ start: [String] = [], _ line: @escaping @Sendable (Int) -> String
  ) -> @Sendable () -> String {
    {
      let lines = start + [filled("", share: 1, { line($0) + "\n" })]
      let body = lines.joined(separator: "\n")
      let count = body.utf8.count { $0 == 10 } - start.count
      let counts = ["info", "sessions", "values", "aside"].map { name in
        let more = name == "sessions" ? start.count : 0
        return #""\#(name)":\#(more + (name == counted ? count : 0))"#
      }
      return #"{"schema":"scenesim.dump/1","app":"b","appVersion":1,"format":1,"compat":0,"#
        + #""roCompat":0,"incompat":0,"nextSession":1000000,"txn":9,"#
        + #"\#(counts.joined(separator: ",")),"redacted":0}"# + "\n" + body
    }
  }

  private static func session(_ number: Int) -> String {
    #"{"kind":"session","session":\#(number),"id":"s\#(number)","alias":"A","txn":1,"record":null}"#
  }

  private static func value(_ key: String, _ more: String, path: String = "[]") -> String {
    #"{"kind":"value","session":1,"path":\#(path),"key":"\#(key)","coding":"string","#
      + #""type":null,"typeNumber":0,"version":0,"txn":1,"app":1,\#(more)}"#
  }

  /// Those that `load` must be done with.
  public static let dumped: [ScenarioBomb] = [
    ScenarioBomb(name: "sessions", make: dump("sessions") { session($0 + 1) }),
    ScenarioBomb(
      name: "values",
      make: dump("values", [session(1)]) { value("k\($0)", #""scene":"s1","value":"x""#) }),
    ScenarioBomb(
      name: "names of one session",
      make: dump("values", [session(1)]) { value("k\($0)", #""scene":"t\#($0)","value":"x""#) }),
    ScenarioBomb(
      name: "types", make: dump("info") { #"{"kind":"type","name":"T\#($0)"}"# }),
    ScenarioBomb(
      name: "raw entries",
      make: dump("aside") {
        #"{"kind":"raw","database":"set-aside","key":"\#(10_000_000 + $0)","bytes":""}"#
      }),
    ScenarioBomb(
      name: "a long path",
      make: {
        let path = "[" + parts(share: 1) { #""t\#($0)""# } + "]"
        return dump("values", [session(1)]) { _ in
          value("k", #""scene":"s1","value":"x""#, path: path)
        }()
      }),
    ScenarioBomb(
      name: "members",
      make: {
        let more = parts(share: 1) { #""m\#($0)":1"# }
        return dump("values", [session(1)]) { _ in value("k", more) }()
      }),
    ScenarioBomb(
      name: "a long text",
      make: dump("values", [session(1)]) { _ in
        let text = String(repeating: "\\u0041", count: 170_000)
        return value("k", #""scene":"s1","value":"\#(text)""#)
      }),
  ]
}
