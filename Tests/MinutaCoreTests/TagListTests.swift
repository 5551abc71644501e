import Foundation
import Testing

@testable import MinutaCore

@Suite struct TagListTests {
  private let work = tag("Work")
  private let cafe = tag("Café")

  @Test(arguments: ["Work", "  Work\n", "work", "WORK"])
  func `a tag is found by its name, in any case`(text: String) throws {
    #expect(try TagList([work, cafe]).reference(text) == .id(work.id))
  }

  @Test func `E32 composed and decomposed names are one name`() throws {
    let decomposed = "Cafe\u{301}"
    #expect(try TagList([work, cafe]).reference(decomposed) == .id(cafe.id))
    #expect(try TagList().reference(decomposed) == .name("Café"))
    #expect(TagName.normalized(decomposed)?.unicodeScalars.count == 4)
  }

  @Test func `a tag is found by its id`() throws {
    #expect(try TagList([work]).reference(work.id.uuidString.lowercased()) == .id(work.id))
  }

  @Test func `an exact name wins over one in another case`() throws {
    let lower = tag("work")
    #expect(try TagList([work, lower]).reference("work") == .id(lower.id))
  }

  @Test func `any other name is a new one`() throws {
    #expect(try TagList([work]).reference(" Wörk ") == .name("Wörk"))
  }

  @Test func `two tags of one name are ambiguous`() {
    let other = tag("Work")
    let error = #expect(throws: TrackingError.self) {
      try TagList([work, other]).reference("Work")
    }
    #expect(error == .tagAmbiguous("Work", candidates: [work, other]))
    #expect(throws: TrackingError.tagAmbiguous("WORK", candidates: [work, tag("work", work.id)])) {
      try TagList([work, tag("work", work.id)]).reference("WORK")
    }
  }

  @Test(arguments: ["", " ", "\n\t", "\u{A0}"])
  func `a name of blanks is none`(text: String) {
    #expect(throws: TrackingError.emptyTagName) { try TagList([work]).reference(text) }
  }

  @Test(arguments: ["İstanbul", "ısı", "straße"])
  func `E39 case is folded the same in every locale`(name: String) throws {
    let stored = tag(name)
    #expect(try TagList([stored]).reference(name.uppercased()) == .id(stored.id))
  }
}

private func tag(_ name: String, _ id: UUID = UUID()) -> MinutaCore.Tag {
  MinutaCore.Tag(id: id, name: name, createdAt: .distantPast)
}
