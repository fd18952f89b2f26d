import Foundation
import SceneCommands
import SceneLifecycle
import SceneState
import Testing

/// What the verbs say is what independent readers say of the same store.
struct StoreReadingAgreementTests {
  private struct Note: Codable {
    var text: String
    var pages: [Int]
    var more: Double?
  }

  /// Names and values that are easily got wrong.
  private func fill(_ store: SceneStore) throws {
    let names = ["plain", "a/b", "50%", "*", "?app", "🦅‍👩", "\u{0}", "\u{202E}rtl", "שלום", "é", ""]
    store.app[SceneKey("theme", default: "")] = "dark"
    for (number, name) in names.enumerated() {
      let scene = store.scene(SceneID(rawValue: "s\(number)" + name))
      scene[SceneKey("selectedTab", default: "")] = name
      scene.tab(TabID(rawValue: name.isEmpty ? "-" : name))[SceneKey("draft", default: "")] =
        name + "\n\t\u{7}"
      scene[SceneKey(name.isEmpty ? "-" : name, default: 0)] = -number
      scene[SceneKey("note", default: Note(text: "", pages: []))] = Note(
        text: name, pages: [number], more: number.isMultiple(of: 2) ? .infinity : nil)
      scene[SceneKey("data", default: Data())] = Data([0, 255, UInt8(number)])
      scene[SceneKey("date", default: Date(timeIntervalSinceReferenceDate: 0))] =
        Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
      scene[SceneKey("maybe", default: Int?.some(1))] = nil
      scene[SceneKey("real", default: 0.0)] = number == 3 ? .nan : Double(number) / 3
      scene[SceneKey(String(repeating: "long \(number) ", count: 30), default: "")] = "kept"
    }
    try store.flush()
  }

  @Test(.enabled(if: PythonWithLMDB.isThere, "needs Python with lmdb"))
  func `ls says what the script of the file format says, in the same order`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("odd.store")
    let store = try SceneStore.open(URL(filePath: path))
    try fill(store)
    store.close()
    let read = try PythonWithLMDB.run([
      PythonWithLMDB.scripts.appending(path: "read-store.py").path(), path,
    ])
    #expect(read.code == 0)
    let theirs = try read.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let ours = try Harness().run("store", "ls", path, "--format=jsonl").output
      .split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    #expect(ours.count == theirs.count)
    #expect(ours.count > 90)
    for (mine, other) in zip(ours, theirs) {
      for name in ["scene", "tab", "key", "type", "bytes", "txn", "version", "value"] {
        #expect(mine[name] as? NSObject == other[name] as? NSObject, "\(name): \(mine)")
      }
    }
    // And every address that is printed leads back to its value.
    let addresses = Harness().run("store", "ls", path, "--keys").output.split(separator: "\n")
    #expect(addresses.count == ours.count)
    for (address, entry) in zip(addresses, ours) {
      let got = Harness().run("store", "get", path, String(address), "--json").output
      let value = try #require(
        try JSONSerialization.jsonObject(with: Data(got.utf8)) as? [String: Any], "\(address)")
      #expect(value["key"] as? String == entry["key"] as? String)
      #expect(value["value"] as? NSObject == entry["value"] as? NSObject)
    }
  }

  @Test(.enabled(if: PythonWithLMDB.isThere, "needs Python with lmdb"))
  func `stats counts what py-lmdb counts`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("odd.store")
    let store = try SceneStore.open(URL(filePath: path))
    try fill(store)
    store.destroySession("s0plain")
    try store.flush()
    store.close()
    let script = """
      import lmdb, struct, sys, json
      e = lmdb.open(sys.argv[1], readonly=True, max_dbs=4)
      names = {n: e.open_db(n.encode(), create=False) for n in ("sessions", "values", "set-aside")}
      with e.begin() as t:
          print(json.dumps({n: t.stat(d)["entries"] for n, d in names.items()} | {
              "txn": e.info()["last_txnid"], "page": e.stat()["psize"],
              "live": sum(v[2] == 1 for _, v in t.cursor(names["sessions"]))}))
      """
    let counted = try PythonWithLMDB.run(["-c", script, path])
    let theirs = try #require(
      try JSONSerialization.jsonObject(with: Data(counted.output.utf8)) as? [String: Int])
    let output = Harness().run("store", "stats", path, "--json").output
    let ours = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(ours["values"] as? Int == theirs["values"])
    #expect(ours["setAside"] as? Int == theirs["set-aside"])
    #expect(ours["scenes"] as? Int == theirs["live"])
    #expect(ours["txn"] as? Int == theirs["txn"])
    #expect(ours["pageBytes"] as? Int == theirs["page"])
    let scenes = (ours["scenes"] as? Int ?? 0) + (ours["destroyed"] as? Int ?? 0)
    #expect(scenes == theirs["sessions"])
  }
}
