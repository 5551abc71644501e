import Foundation
import Testing

@testable import MinutaCore

@Suite struct TagPathTests {
  @Test(
    arguments: [
      ("Acme", ["Acme"]), ("Acme/Website/Design", ["Acme", "Website", "Design"]),
      (" Acme / Website ", ["Acme", "Website"]), ("/a", ["a"]), ("a//b", ["a", "b"]),
      ("a/", ["a"]), ("a/ /b", ["a", "b"]), ("/", ["/"]), ("//", ["//"]), ("", [""]),
      ("日本/語", ["日本", "語"]), ("e\u{301}/x", ["\u{E9}", "x"]),
    ]
  )
  func `every name has a path`(name: String, components: [String]) {
    #expect(TagPath(name).components == components)
  }

  @Test(
    arguments: [
      ("Acme/Website", "Acme", true), ("acme/x/y", "ACME/X", true), ("Acme", "Acme", false),
      ("Acme2/Website", "Acme", false), ("Acme", "Acme/Website", false), ("a//b", "a", true),
      ("a/", "a", false), ("Acme / Website", "Acme", true),
    ]
  )
  func `a path is below another if it begins with all of its components`(
    name: String,
    other: String,
    isBelow: Bool
  ) {
    #expect(TagPath(name).isBelow(TagPath(other)) == isBelow)
    #expect(
      TagPath(name).isAtOrBelow(TagPath(other)) == (isBelow || TagPath(name) == TagPath(other))
    )
  }

  @Test(arguments: ["/a", "a//b", "a/", "/", "a/ /b", "a/\n"])
  func `a new name can't have an empty part`(name: String) async throws {
    #expect(TagPath.hasEmptyComponent(name))
    let fixture = TrackerFixture()
    let normal = try #require(TagName.normalized(name))
    let work = try fixture.addTag("Work")
    await #expect(throws: TrackingError.emptyTagLevel(normal)) {
      try await fixture.write { try $0.createTag(.name(normal), color: nil) }
    }
    await #expect(throws: TrackingError.emptyTagLevel(normal)) {
      try await fixture.write { try $0.renameTag(.id(work.id), to: name) }
    }
    await #expect(throws: TrackingError.emptyTagLevel(normal)) {
      try await fixture.write { try $0.startTimer(fixture.start(.name(normal))) }
    }
    #expect(try await fixture.tags() == [work])
    // An old tag with such a name can still be used.
    let old = try fixture.addTag(name)
    let timer = try await fixture.write { try $0.startTimer(fixture.start(.name(normal))) }
    #expect(timer.timer.tag == old)
    let renamed = try await fixture.write { try $0.renameTag(.id(old.id), to: "a/b") }
    #expect(renamed.tag.name == "a/b")
  }

  @Test(arguments: ["Acme", "a/b", "a / b", "", " "])
  func `other names have no empty part`(name: String) {
    #expect(!TagPath.hasEmptyComponent(name))
  }

  private static let names = [
    "Acme", "Acme/Website", "acme/Website/Design", "Acme2", "Free/Later", "/odd", "odd//x",
  ]

  @Test(
    arguments: [
      ("Acme", .subtree, ["Acme", "Acme/Website", "acme/Website/Design"]),
      ("ACME", .subtree, ["Acme", "Acme/Website", "acme/Website/Design"]),
      ("Acme", .exact, ["Acme"]), ("acme/website", .exact, ["Acme/Website"]),
      ("Acme", .below, ["Acme/Website", "acme/Website/Design"]),
      ("Acme/Website/Design", .below, []), ("Acme2", .below, []),
      ("Free", .subtree, ["Free/Later"]), ("free", .below, ["Free/Later"]),
      ("odd", .subtree, ["/odd", "odd//x"]), ("/odd", .exact, ["/odd"]),
      ("/odd", .subtree, ["/odd", "odd//x"]),
    ] as [(String, TagScope, [String])]
  )
  func `a scope selects tags`(text: String, scope: TagScope, expected: [String]) throws {
    let list = TagList(Self.names.map { Tag(id: UUID(), name: $0, createdAt: .distantPast) })
    let ids = try list.ids(try list.reference(text), scope)
    #expect(list.tags.filter { ids.contains($0.id) }.map(\.name) == expected)
  }

  @Test(
    arguments: [("Acne", .subtree), ("Free", .exact), ("Acme/Web", .below)] as [(String, TagScope)]
  )
  func `an unknown name is an error that also suggests levels of names`(
    text: String,
    scope: TagScope
  ) throws {
    let list = TagList(Self.names.map { Tag(id: UUID(), name: $0, createdAt: .distantPast) })
    let error = #expect(throws: TrackingError.self) { try list.ids(.name(text), scope) }
    guard case .tagNotFound(text, let candidates) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.contains("Acme"))
    #expect(candidates.contains("Free") == (scope != .exact))
  }
}
