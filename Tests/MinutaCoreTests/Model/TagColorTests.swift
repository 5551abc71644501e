import Testing

@testable import MinutaCore

@Suite struct TagColorTests {
  @Test(arguments: [
    (0.68, 0.18, 285.0, "#9083FF"),
    (0.42, 0.14, 285.0, "#483C95"),
    (0.68, 0.18, 55.0, "#E97300"),
    (0.68, 0.18, 235.0, "#00A6F6"),
  ])
  func `an OKLCH color is clipped to sRGB`(
    lightness: Double,
    chroma: Double,
    hue: Double,
    hex: String
  ) {
    #expect(TagColor.hex(lightness: lightness, chroma: chroma, hue: hue) == hex)
  }

  @Test(arguments: [
    ("", 0), ("a", 729), ("A", 729), ("ab", 783), ("zzz", 19682), ("zzzaaa", 19682), ("1b", 54),
    ("éa", 27),
    // A Turkish locale would lowercase I to a dotless i, but the hue must not depend on the locale.
    ("I", 6561),
  ])
  func `the hue comes from the first three letters`(name: String, digits: Double) {
    #expect(abs(TagColor.hue(for: name) - 360 * digits / 19683) < 1e-9)
  }

  @Test func `alphabetical order of names is the order of their hues`() {
    let hues = ["Admin", "Email", "Meeting", "Work", "Zoo"].map(TagColor.hue)
    #expect(hues == hues.sorted())
  }
}
