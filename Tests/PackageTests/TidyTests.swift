import Foundation
import Testing

struct TidyTests {
  @Test(arguments: TidyRule.all)
  func `the package follows each rule`(rule: TidyRule) throws {
    let findings = rule.check(try PackageFiles.texts())
    #expect(
      findings.isEmpty,
      "\(rule.name):\n\(findings.map(\.description).sorted().joined(separator: "\n"))")
  }

  @Test func `no file is large`() throws {
    let paths = try PackageFiles.paths()
    #expect(paths.contains("Package.swift"))
    let large = try paths.filter { try PackageFiles.byteCount(of: $0) > TidyRule.fileByteLimit }
    #expect(large.isEmpty, "over \(TidyRule.fileByteLimit) bytes: \(large)")
  }

  @Test func `the package's own files are found`() throws {
    let paths = try PackageFiles.texts().map(\.path)
    #expect(paths.contains("Tests/PackageTests/TidyTests.swift"))
    #expect(paths.contains("Scripts/test"))
    #expect(!paths.contains { $0.contains(".build") })
  }
}
