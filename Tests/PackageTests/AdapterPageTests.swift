import Foundation
import Testing

/// The page that binds a view framework shows the adapter that is compiled and run.
struct AdapterPageTests {
  @Test func `the adapter of the page is the one that is run, and short`() throws {
    let adapter = try PackageFiles.text(of: "Tests/Consumer/Sources/Toolkit/Adapter.swift")
    let page = try PackageFiles.text(
      of: "Sources/SceneLifecycle/SceneLifecycle.docc/bring-your-toolkit.md")
    #expect(page.contains("```swift\n\(adapter)```\n"))
    #expect(adapter.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
  }
}
