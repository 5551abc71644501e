import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

/// Tests of tags whose names are paths: renaming and merging with everything below, and colours.
@Suite struct TagPathTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  /// Creates tags, with one record each.
  private func add(_ names: String...) async throws {
    for name in names { try await fixture.log(name, "08:00", "08:10") }
  }

  private func tags(_ key: String = "name") async throws -> [String] {
    let tags = try await fixture.value("ListTags", ["includeArchived": true])["tags"]?.array ?? []
    return tags.compactMap { $0[key]?.string }
  }

  /// Returns the number of records of each tag.
  private func counts() async throws -> [String: Int] {
    let groups = try await fixture.value("Summarize", ["range": "all"])["groups"]?.array ?? []
    return Dictionary(
      uniqueKeysWithValues: groups.map { ($0["key"]?.string ?? "-", $0["records"]?.integer ?? 0) }
    )
  }

  private func rename(_ old: String, _ new: String, confirm: Bool = true) async -> Outcome {
    await fixture.perform(
      "RenameTag",
      ["tag": .string(old), "name": .string(new), "confirm": .bool(confirm)]
    )
  }

  @Test(arguments: [
    (["Acme/Website", "acme/website/Review"], ["Acme/Website", "Acme/Website/Review"]),
    (["Acme/Website", "ACME", "acme/App"], ["Acme", "Acme/App", "Acme/Website"]),
    (["Acme/Website", "Acme2", "acme2/acme"], ["Acme/Website", "Acme2", "Acme2/acme"]),
  ])
  func `a new tag has its levels spelled as other tags have them`(
    _ names: [String],
    _ expected: [String]
  ) async throws {
    for name in names { try await add(name) }
    #expect(try await tags().sorted() == expected)
  }

  @Test(
    arguments: [
      (
        ["Acme", "Acme/Website", "Acme/Website/Design", "Acme2"], "acme", "New",
        "Renamed 'Acme' and 2 tags below it to 'New'.",
        ["Acme2", "New", "New/Website", "New/Website/Design"]
      ),
      (
        ["Acme", "Acme/Website", "New"], "Acme", "new",
        "Merged 'Acme' and 1 tag below it into the existing tag 'New'; 1 record moved.",
        ["New", "New/Website"]
      ),
      (
        ["Acme", "Acme/A", "Acme/B", "New/a", "New/C"], "Acme", "New",
        "Renamed 'Acme' and 2 tags below it to 'New', merging 1 tag into an existing one; "
          + "1 record moved.", ["New", "New/B", "New/C", "New/a"]
      ),
      (
        ["Acme/A", "Acme/B", "New"], "Acme", "New",
        "Moved 2 tags below 'Acme' to the existing tag 'New'.", ["New", "New/A", "New/B"]
      ),
      (
        ["Acme", "Acme/Website"], "Acme", "Acme/General",
        "Renamed 'Acme' to 'Acme/General'. 1 tag below 'Acme' stays.",
        ["Acme/General", "Acme/Website"]
      ),
      (
        ["Acme/X", "Acme/X/X", "Acme/X/X/Y", "Acme/Z"], "Acme/X", "Acme",
        "Renamed 'Acme/X' and 2 tags below it to 'Acme'.",
        ["Acme", "Acme/X", "Acme/X/Y", "Acme/Z"]
      ),
      (
        ["acme", "acme/Website"], "acme", "Acme", "Renamed 'acme' and 1 tag below it to 'Acme'.",
        ["Acme", "Acme/Website"]
      ),
      (
        ["Acme", "acme/Website"], "Acme", "Acme", "The tag is already named 'Acme'.",
        ["Acme", "Acme/Website"]
      ),
      (
        ["Acme/Website", "Acme/Website/A", "Acme"], "Acme/Website", "Acme",
        "Merged 'Acme/Website' and 1 tag below it into the existing tag 'Acme'; 1 record moved.",
        ["Acme", "Acme/A"]
      ),
    ] as [([String], String, String, String, [String])]
  )
  func `renaming moves what is below, and one undo restores it`(
    names: [String],
    old: String,
    new: String,
    sentence: String,
    expected: [String]
  ) async throws {
    for name in names { try await add(name) }
    let before = try await (tags().sorted(), tags("color").sorted(), counts())
    let outcome = await rename(old, new)
    #expect(outcome.sentence == sentence)
    #expect(try await tags() == expected)
    #expect(try await counts().values.reduce(0, +) == names.count)
    #expect(await fixture.undeclaredEvents().isEmpty)
    if old == new { return }
    try await fixture.value("Undo", ["confirm": true])
    #expect(try await (tags().sorted(), tags("color").sorted(), counts()) == before)
    try await fixture.value("Redo", ["confirm": true])
    #expect(try await tags() == expected)
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }

  @Test func `renaming needs a confirmation if anything is below`() async throws {
    try await add("Acme", "Acme/A", "Acme/B", "New/B")
    let before = try fixture.folder.text(of: "tags.json")
    let refused = await rename("Acme", "New", confirm: false)
    #expect(refused.error?.code == "confirmationNeeded")
    #expect(refused.error?.data["tags"] == 2)
    #expect(refused.error?.data["records"] == 1)
    #expect(
      refused.sentence
        == "This would rename 'Acme' and 2 tags below it to 'New', merging 1 tag into an existing one. "
        + "Add 'confirm': true (or --yes) to confirm."
    )
    let planned = await fixture.dryRun("RenameTag", ["tag": "Acme", "name": "New"])
    #expect(
      planned.sentence.hasPrefix(
        "Would rename 'Acme' and 2 tags below it to 'New', merging 1 tag into an existing one; "
          + "1 record would move. To make this change, confirm it with --yes."
      )
    )
    #expect(try fixture.folder.text(of: "tags.json") == before)
    let value = try await fixture.value(
      "RenameTag",
      ["tag": "Acme", "name": "New", "confirm": true]
    )
    #expect(value["tag"]?["name"] == "New")
    #expect(value["merged"] == false && value["deleted"] == nil)
    #expect(value["tagsBelow"] == 2 && value["recordCount"] == 1)
    #expect(await rename("New/A", "C", confirm: false).sentence == "Renamed 'New/A' to 'C'.")
  }

  @Test func `a rename that can't be done changes nothing`() async throws {
    try await add("Acme/A", "Acme/B")
    let before = try fixture.folder.text(of: "tags.json")
    for (old, new, code) in [
      ("Acme", "New//X", "emptyTagName"), ("Acme", "Acme/Old", "tagNotFound"),
      ("Acne", "New", "tagNotFound"),
    ] {
      #expect(await rename(old, new).error?.code == code, "\(old) to \(new)")
    }
    #expect(try fixture.folder.text(of: "tags.json") == before)
  }

  @Test func `deleting or archiving a tag leaves the tags below it alone`() async throws {
    try await add("Acme", "Acme/Website")
    try await fixture.value("ArchiveTag", ["tag": "Acme"])
    #expect(try await fixture.value("ListTags")["tags"]?.array?.count == 1)
    try await fixture.value("StartTimer", ["tag": "Acme/Website"])
    try await fixture.value("DeleteTag", ["tag": "Acme"])
    #expect(try await tags() == ["Acme/Website"])
  }

  @Test func `a tag has the colour of the nearest tag above it, unless it has its own`()
    async throws
  {
    try await fixture.value("CreateTag", ["tag": "Acme", "color": "#111111"])
    try await add("Acme/Website/Design", "acme/Admin", "Other")
    let other = TagColor.hex(for: "Other")
    #expect(try await tags("color") == ["#111111", "#111111", "#111111", other])
    try await fixture.value("SetTagColor", ["tag": "acme/Admin", "color": "#222222"])
    #expect(
      try await fixture.sentence("SetTagColor", ["tag": "Acme", "color": "#333333"])
        == "Set the colour of the tag 'Acme' and 1 tag below it to #333333."
    )
    #expect(try await color("Acme/Website/Design") == "#333333")
    #expect(try await color("Acme/Admin") == "#222222")
    try await fixture.value("SetTagColor", ["tag": "acme/Admin"])
    #expect(try await color("Acme/Admin") == "#333333")
    try await fixture.value("RenameTag", ["tag": "Acme/Website/Design", "name": "Other/Design"])
    #expect(try await color("Other/Design") == other)
    try await fixture.value("Undo")
    #expect(try await color("Acme/Website/Design") == "#333333")
  }

  private func color(_ name: String) async throws -> String? {
    let tags = try await fixture.value("ListTags")["tags"]?.array ?? []
    return tags.first { $0["name"]?.string == name }?["color"]?.string
  }

  @Test func `the parameter 'tag' takes what is below, too`() async throws {
    try await add("Acme", "Acme/Website", "Free/Later")
    for (tag, count) in [("acme", 2), ("Acme/", 1), ("Free", 1)] {
      let records = try await fixture.value("ListRecords", ["range": "all", "tag": .string(tag)])
      #expect(records["records"]?.array?.count == count, "\(tag)")
    }
    let unknown = await fixture.perform("ListRecords", ["range": "all", "tag": "Fre/Later"])
    #expect(unknown.sentence == "There is no tag 'Fre/Later' (did you mean 'Free/Later'?).")
    let cut: JSONObject = ["start": "08:00", "end": "08:05", "tag": "Acme", "confirm": true]
    #expect(try await fixture.value("CutRange", cut)["shortenedCount"] == 2)
  }

  @Test func `a target of a tag counts what is below it`() async throws {
    try await add("Acme", "Acme/Website", "Free/Later", "Other")
    var rules = TimeRules()
    rules.targets = TargetPlan([
      Target(tag: "Acme", period: .day, seconds: 3600),
      Target(tag: "Free", period: .day, seconds: 3600),
      Target(tag: "None", period: .day, seconds: 3600),
    ])
    let fixture = try fixture.with(rules)
    let status = try await fixture.value("Status")["targets"]?.array ?? []
    #expect(status.map { $0["doneSeconds"] } == [1200, 600, 0])
    for (filter, shown) in [
      ("tag:Acme", ["Acme"]), ("tag:=Acme", []), ("tag:Free/", ["Free"]), ("tag:Other", []),
    ] {
      let targets = try await fixture.value("Summarize", ["filter": .string(filter)])["targets"]
      #expect((targets?.array ?? []).map { $0["tag"]?.string } == shown, "\(filter)")
    }
  }

  @Test func `the tree in a result is nested`() async throws {
    try await add("Acme/Website", "Acme", "Garden")
    let value = try await fixture.value("Summarize", ["range": "all", "tree": true])
    #expect(value["tree"] == true && value["totalSeconds"] == 1800)
    let acme = value["groups"]?[0]
    #expect(acme?["key"] == "Acme" && acme?["seconds"] == 1200 && acme?["records"] == 2)
    #expect(acme?["groups"]?[0]?["key"] == "Acme/Website")
    #expect(acme?["groups"]?[0]?["groups"] == nil)
    let level: JSONObject = ["range": "all", "groupBy": ["tag:1"]]
    let groups = try await fixture.value("Summarize", level)["groups"]?.array ?? []
    #expect(groups.map { $0["key"] } == ["Acme", "Garden"])
    let wrong = await fixture.perform("Summarize", ["groupBy": ["tag:1", "day"], "tree": true])
    #expect(wrong.error?.code == "invalidValue")
  }

  @Test func `settings that still have the old name of a tag are named, and doctor notes them`()
    async throws
  {
    var rules = TimeRules()
    rules.targets = TargetPlan([Target(tag: "acme/Web", period: .day, seconds: 3600)])
    rules.billing.clients = [BillingRules.Client("Acme", ["Acme Ltd"])]
    let fixture = try IntentFixture(storage: .memory, rules: rules)
    _ = try await fixture.value("CreateTag", ["tag": "Acme"])
    _ = try await fixture.value("CreateTag", ["tag": "Acme/Web"])
    let renamed = await fixture.engine.perform(
      IntentCall("RenameTag", with: ["tag": "Acme", "name": "Beta", "confirm": true]),
      from: .file
    )
    #expect(
      renamed.sentence == "Renamed 'Acme' and 1 tag below it to 'Beta'. The settings still have a "
        + "target and an address for 'Acme'; change them.\n  minuta config edit"
    )
    let doctor = try await fixture.value("Doctor")
    #expect(doctor["remaining"] == 0)
    #expect(
      doctor["problems"]?.array?.compactMap { $0["message"]?.string } == [
        "The settings have a target for 'acme/Web', but there is no such tag.",
        "The settings have an address for 'Acme', but there is no such tag.",
      ]
    )
  }

  @Test func `tags that stay below the old name are counted`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    for name in ["Acme", "Acme/A", "Acme/B/C"] {
      _ = try await fixture.value("CreateTag", ["tag": .string(name)])
    }
    let merged = await fixture.engine.perform(
      IntentCall("RenameTag", with: ["tag": "Acme", "name": "Acme/A", "confirm": true]),
      from: .file
    )
    #expect(merged.sentence.hasSuffix(" 1 tag below 'Acme' stays."), "\(merged.sentence)")
  }
}
