import Foundation
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

  @Test(arguments: [
    ("acme", "admin"), ("initech", "internal"), ("reading", "review"), ("stark", "support"),
    ("email", "emacs"), ("work", "workshop"),
  ])
  func `names that begin alike have colors that differ`(first: String, second: String) {
    let colors = [first, second].map { channels(TagColor.hex(for: $0)) }
    let distance = zip(colors[0], colors[1]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(distance.squareRoot() > 0.1)
  }

  private static let everydayNames = [
    "Acme", "Admin", "Bank", "Break", "Client A", "Client B", "Client C", "Client D", "Client E",
    "Code review", "Customer", "Design", "Dev", "Email", "Finance", "Gym", "HR", "Internal",
    "Interview", "Lunch", "Meeting", "Music", "Ops", "Planning", "Reading", "Research", "Review",
    "Sales", "School", "Sport", "Support", "Work",
  ]

  @Test func `tags that are made one after the other have different colors of their hues`() {
    var tags = TagList()
    for name in Self.everydayNames {
      let color = tags.defaultColor(for: name)
      #expect(TagColor.all(for: name).contains(color))
      tags.save(
        MinutaCore.Tag(
          id: UUID(),
          name: name,
          color: color,
          isArchived: false,
          createdAt: .distantPast
        )
      )
    }
    #expect(Set(tags.tags.map(\.color)).count == Self.everydayNames.count)
    let clients = tags.tags.filter {
      "ABCD".contains($0.name.last ?? "?") && $0.name.contains("Client")
    }
    for client in clients {
      let others = clients.filter { $0.id != client.id }.map(\.color)
      #expect(TagColor.distance(of: client.color, to: others) > 16, "\(client)")
    }
  }

  @Test func `a tag gets its own color if no other tag has one like it`() {
    #expect(TagColor.hex(for: "Work", beside: []) == TagColor.hex(for: "Work"))
    let others = ["Email", "Lunch"].map { TagColor.hex(for: $0) }
    #expect(TagColor.hex(for: "Work", beside: others) == TagColor.hex(for: "Work"))
    #expect(TagColor.hex(for: "Work", beside: ["#9660AF", "none"]) != "#9660AF")
  }

  @Test func `a color can be read on white and on black`() {
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for ending in ["", "a", "mn", "rst", "zebra", "-2", "é", "ing", "port"] {
        for color in TagColor.all(for: "\(letter)\(ending)") {
          let parts = channels(color).map { part in
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
          }
          let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
          #expect(1.05 / (luminance + 0.05) >= 4.5 && (luminance + 0.05) / 0.05 >= 4.5, "\(color)")
        }
      }
    }
  }

  /// Returns red, green and blue from 0 to 1.
  private func channels(_ color: String) -> [Double] {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    return [value >> 16, value >> 8 & 255, value & 255].map { Double($0) / 255 }
  }

  @Test func `the case of a name doesn't change its color`() {
    #expect(TagColor.hex(for: "Acme") == TagColor.hex(for: "acme"))
  }

  @Test func `alphabetical order of names is the order of their hues`() {
    let hues = ["Admin", "Email", "Meeting", "Work", "Zoo"].map(TagColor.hue)
    #expect(hues == hues.sorted())
  }
}
