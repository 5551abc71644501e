import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// What another program saves between our reading a file and our putting ours into its place.
@Suite struct FileChangeApplierTests {
  private let folder: TemporaryDirectory
  private let applier: FileChangeApplier
  private let path = "records/2026/11/a.json"

  init() throws {
    folder = try TemporaryDirectory()
    applier = FileChangeApplier(
      files: StoreFileSystem(folder.path),
      changeGuard: DirectoryChangeGuard(),
      sequence: 7
    )
    try folder.write("", to: "records/2026/11/other.json")
  }

  private func change(_ before: String?, _ after: String?) -> FileChange {
    FileChange(path: path, before: before, after: after)
  }

  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for case (let name, let data?) in try folder.content(below: "records/2026/11")
    where name != "other.json" {
      texts[name] = String(decoding: data, as: UTF8.self)
    }
    return texts
  }

  /// A change, what another program left in the file, and what is there afterwards.
  static let cases: [(before: String?, after: String?, theirs: String?, left: [String: String])] = [
    (nil, "ours", nil, ["a.json": "ours"]),
    (nil, "ours", "ours", ["a.json": "ours"]),
    (nil, "ours", "theirs", ["a.json": "theirs", "a_conflict_7.json": "ours"]),
    ("before", "ours", "before", ["a.json": "ours"]),
    ("before", "ours", "theirs", ["a.json": "theirs", "a_conflict_7.json": "ours"]),
    ("before", "ours", nil, ["a_conflict_7.json": "ours"]),
    ("before", nil, "before", [:]),
    ("before", nil, "theirs", ["a.json": "theirs"]),
    ("before", nil, nil, [:]),
  ]

  @Test(arguments: cases)
  func `both versions are kept and named`(
    before: String?,
    after: String?,
    theirs: String?,
    left: [String: String]
  ) throws {
    let change = change(before, after)
    try applier.stage(change, flushing: false)
    if let theirs { try folder.write(theirs, to: path) }
    let isThere = try applier.apply(change)
    #expect(try texts() == left)
    #expect(isThere == (left["a.json"] == after))
    // What a writer that died before it closed the journal left is finished the same way.
    _ = try applier.reapply(change, hasDurableNames: true)
    #expect(try texts() == left)
  }

  @Test(arguments: cases)
  func `so they are after a writer died before it put its own into place`(
    before: String?,
    after: String?,
    theirs: String?,
    left: [String: String]
  ) throws {
    let change = change(before, after)
    try applier.stage(change, flushing: false)
    if let theirs { try folder.write(theirs, to: path) }
    _ = try applier.reapply(change, hasDurableNames: true)
    #expect(try texts() == left)
  }

  @Test func `what an exchange took out is put back after the writer died`() throws {
    let change = change("before", "ours")
    try folder.write("ours", to: path)
    try folder.write("theirs", to: applier.names(of: path).temporary)
    #expect(try !applier.reapply(change, hasDurableNames: true))
    #expect(try texts() == ["a.json": "theirs", "a_conflict_7.json": "ours"])
  }

  @Test func `what a removal took away is put back after the writer died`() throws {
    try folder.write("theirs", to: applier.names(of: path).temporary)
    #expect(try !applier.reapply(change("before", nil), hasDurableNames: true))
    #expect(try texts() == ["a.json": "theirs"])
  }

  /// A change whose writer died after the file and the temporary file were exchanged: what is in both
  /// by now, and what the next writer leaves.
  static let exchanged:
    [(after: String?, current: String?, temporary: String, left: [String: String])] = [
      ("ours", "ours", "before", ["a.json": "ours"]),
      ("ours", "before", "before", ["a.json": "before"]),
      ("ours", "later", "before", ["a.json": "later"]),
      ("ours", nil, "before", [:]),
      ("ours", "ours", "theirs", ["a.json": "theirs", "a_conflict_7.json": "ours"]),
      ("ours", nil, "theirs", ["a.json": "theirs", "a_conflict_7.json": "ours"]),
      (
        "ours", "later", "theirs",
        ["a.json": "later", "a_conflict_7.json": "ours", "a_conflict_8.json": "theirs"]
      ),
      (nil, nil, "before", [:]),
      (nil, "later", "before", ["a.json": "later"]),
      (nil, nil, "theirs", ["a.json": "theirs"]),
      (nil, "later", "theirs", ["a.json": "later", "a_conflict_7.json": "theirs"]),
    ]

  @Test(arguments: exchanged)
  func `no version is lost after an exchange that was not looked at`(
    after: String?,
    current: String?,
    temporary: String,
    left: [String: String]
  ) throws {
    let change = change("before", after)
    if let current { try folder.write(current, to: path) }
    try folder.write(temporary, to: applier.names(of: path).temporary)
    for _ in 1...2 {
      _ = try applier.reapply(change, hasDurableNames: true)
      #expect(try texts().filter { !$0.key.hasPrefix(".minuta-") } == left)
    }
  }

  @Test func `the temporary file of a later transaction is not taken for its own`() throws {
    let later = TransactionPaths(path, of: 8).temporary
    try folder.write("ours", to: path)
    try folder.write("never committed", to: later)
    #expect(try applier.reapply(change("before", "ours"), hasDurableNames: true))
    let left = ["a.json": "ours", StoreLayout.name(ofFile: later): "never committed"]
    #expect(try texts() == left)
  }

  /// A change that is taken back: what is in the file and under its temporary name, and what is left.
  static let takenBack:
    [(after: String?, current: String?, temporary: String?, left: [String: String])] = [
      ("ours", "before", "ours", ["a.json": "before"]),
      ("ours", "ours", nil, ["a.json": "before"]),
      ("ours", "ours", "before", ["a.json": "before"]),
      ("ours", "ours", "theirs", ["a.json": "theirs"]),
      ("ours", nil, "theirs", ["a.json": "theirs"]),
      ("ours", "later", "theirs", ["a.json": "later", "a_conflict_7.json": "theirs"]),
      (nil, nil, "before", ["a.json": "before"]),
      (nil, nil, "theirs", ["a.json": "theirs"]),
      (nil, "later", "theirs", ["a.json": "later", "a_conflict_7.json": "theirs"]),
    ]

  @Test(arguments: takenBack)
  func `a change that is taken back leaves what another program saved`(
    after: String?,
    current: String?,
    temporary: String?,
    left: [String: String]
  ) throws {
    if let current { try folder.write(current, to: path) }
    if let temporary { try folder.write(temporary, to: applier.names(of: path).temporary) }
    try applier.revert(change("before", after))
    #expect(try texts().filter { !$0.key.hasPrefix(".minuta-") } == left)
  }

  @Test func `a version that has the conflict's name stays`() throws {
    try folder.write("theirs", to: path)
    try folder.write("earlier", to: "records/2026/11/a_conflict_7.json")
    let change = change("before", "ours")
    try applier.stage(change, flushing: false)
    #expect(try !applier.apply(change))
    #expect(
      try texts() == [
        "a.json": "theirs", "a_conflict_7.json": "earlier", "a_conflict_8.json": "ours",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `a new image is kept beside one that came first`(isNew: Bool) throws {
    let image = "records/2026/11/x_0.png"
    let from = isNew ? StagedImage.stagingPath(for: image) : "records/2026/11/y_0.png"
    try folder.write("ours", to: from)
    try folder.write("theirs", to: image)
    try applier.perform(FileMove(from: from, to: image))
    let ours = isNew ? "x_0_conflict_7.png" : "y_0.png"
    #expect(try texts() == ["x_0.png": "theirs", ours: "ours"])
  }

  @Test func `what is no file takes no place and stays`() throws {
    let whole = "\(folder.path)/\(path)"
    let makers: [() throws -> Void] = [
      { try #require(mkfifo(whole, 0o600) == 0) },
      {
        try FileManager.default.createDirectory(atPath: whole, withIntermediateDirectories: false)
      },
      { try FileManager.default.createSymbolicLink(atPath: whole, withDestinationPath: "x") },
    ]
    for make in makers {
      try make()
      for before in [nil, "before"] {
        let change = change(before, "ours")
        try applier.stage(change, flushing: false)
        #expect(try !applier.apply(change))
        #expect(try texts()["a_conflict_7.json"] == "ours")
        try FileManager.default.removeItem(
          atPath: "\(folder.path)/records/2026/11/a_conflict_7.json"
        )
      }
      #expect(try FileStatus.of(whole, following: false)?.kind != .regular)
      try FileManager.default.removeItem(atPath: whole)
    }
  }
}
