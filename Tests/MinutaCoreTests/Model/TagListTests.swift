import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct TagListTests {
  private let work = tag("Work")
  private let cafe = tag("Café")

  @Test(arguments: ["Work", "  Work\n", "work", "WORK"])
  func `a tag is found by name, ignoring case`(text: String) throws {
    #expect(try TagList([work, cafe]).reference(text) == .id(work.id))
  }

  @Test func `E32 composed and decomposed names are the same name`() throws {
    let decomposed = "Cafe\u{301}"
    #expect(try TagList([work, cafe]).reference(decomposed) == .id(cafe.id))
    #expect(try TagList().reference(decomposed) == .name("Café"))
    #expect(TagName.normalized(decomposed)?.unicodeScalars.count == 4)
  }

  @Test func `a tag is found by its id`() throws {
    #expect(try TagList([work]).reference(work.id.uuidString.lowercased()) == .id(work.id))
  }

  @Test func `an exact match wins over one that ignores case`() throws {
    let lower = tag("work")
    #expect(try TagList([work, lower]).reference("work") == .id(lower.id))
  }

  @Test func `an unknown name refers to a new tag`() throws {
    #expect(try TagList([work]).reference(" Wörk ") == .name("Wörk"))
  }

  @Test func `two tags with the same name are ambiguous`() {
    let other = tag("Work")
    let error = #expect(throws: TrackingError.self) {
      try TagList([work, other]).reference("Work")
    }
    #expect(error == .tagAmbiguous("Work", candidates: [work, other]))
    #expect(throws: TrackingError.tagAmbiguous("WORK", candidates: [work, tag("work", work.id)])) {
      try TagList([work, tag("work", work.id)]).reference("WORK")
    }
  }

  @Test(arguments: 1...20)
  func `a changed list finds the same tags as a new one`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = ["Work", "work", "WORK", "Café", "Cafe\u{301}", " Work", "Straße", "STRASSE", "x"]
    let ids = (0..<8).map { _ in UUID() }
    var list = TagList((0..<3).map { tag(names[$0], ids[$0]) })
    var kept: [TagList] = []
    for _ in 0..<60 {
      let (id, name) = (ids.randomElement(using: &random), names.randomElement(using: &random))
      guard let id, let name else { continue }
      var changes = TagListOverlay()
      switch Int.random(in: 0..<5, using: &random) {
      case 0: list.delete(id)
      case 1: list.insert(tag(name), at: Int.random(in: 0...list.placeCount, using: &random))
      case 2: kept.append(list)
      case 3:
        changes.save(tag(name, id))
        changes.delete(ids[0])
      default: list.save(tag(name, id))
      }
      for list in [list.with(changes)] + kept.suffix(2) {
        let anew = TagList(list.tags)
        for name in names + ids.map(\.uuidString) {
          #expect(found(name, list) == found(name, anew))
        }
        for id in ids { #expect(list[id] == anew[id]) }
      }
    }
  }

  private func found(_ name: String, _ list: TagList) -> [String] {
    do throws(TrackingError) {
      return ["\(try list.reference(name))"]
    } catch {
      guard case .tagAmbiguous(_, let candidates) = error else { return ["\(error)"] }
      return candidates.map { "\($0)" }.sorted()
    }
  }

  @Test(arguments: ["", " ", "\n\t", "\u{A0}"])
  func `a blank name is rejected`(text: String) {
    #expect(throws: TrackingError.emptyTagName) { try TagList([work]).reference(text) }
  }

  @Test(arguments: ["İstanbul", "ısı", "straße"])
  func `E39 case folding doesn't depend on the locale`(name: String) throws {
    let stored = tag(name)
    #expect(try TagList([stored]).reference(name.uppercased()) == .id(stored.id))
  }
}

private func tag(_ name: String, _ id: UUID = UUID()) -> MinutaCore.Tag {
  MinutaCore.Tag(id: id, name: name, createdAt: .distantPast)
}
