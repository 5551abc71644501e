import Testing

@testable import MinutaCore

@Suite struct ColorVisionTests {
  @Test(arguments: [
    ("#4E7D84", "#6A7787"), ("#627A74", "#0E8478"), ("#C0392B", "#5D7A1E"),
  ])
  func `colors that differ only in red or green are alike`(first: String, second: String) {
    #expect(TagColor.distance(of: first, to: [second]) >= 28)
    #expect(ColorVision.distance(first, second) < 28)
  }

  @Test(arguments: [("#0000FF", "#FFD700"), ("#000000", "#FFFFFF"), ("#1F77B4", "#FF7F0E")])
  func `blue and yellow, and dark and light, differ for all`(first: String, second: String) {
    #expect(ColorVision.distance(first, second) > 100)
    #expect(ColorVision.distance(first, first) == 0)
  }

  @Test func `a text that isn't a color differs from all`() {
    #expect(ColorVision.distance("blue", "#0000FF") == .infinity)
  }
}
