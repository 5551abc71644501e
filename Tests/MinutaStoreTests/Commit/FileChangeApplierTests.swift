import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests that changes by another program between our read of a file and our write aren't lost.
@Suite struct FileChangeApplierTests {
  private let folder: TemporaryDirectory
  private let applier: FileChangeApplier
  private let path = "records/2026/11/a.json"

  init() throws {
    folder = try TemporaryDirectory()
    applier = FileChangeApplier(
      files: StoreFileSystem(folder.path),
      changeGuard: ConcurrentChangeDetector(),
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

  /// Each case is a change, another program's content of the file, and the expected files.
  static let cases:
    [(before: String?, after: String?, theirs: String?, expected: [String: String])] = [
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
  func `no version is lost if another program saves concurrently`(
    before: String?,
    after: String?,
    theirs: String?,
    expected: [String: String]
  ) throws {
    let change = change(before, after)
    try applier.stage(change, flushing: false)
    if let theirs { try folder.write(theirs, to: path) }
    let isThere = try applier.apply(change)
    #expect(try texts() == expected)
    #expect(isThere == (expected["a.json"] == after))
    // The result is the same if the writer crashes before closing the journal and recovery repeats
    // the change.
    _ = try applier.reapply(change, hasDurableNames: true)
    #expect(try texts() == expected)
  }

  @Test(arguments: cases)
  func `no version is lost if the writer crashes before putting its file in place`(
    before: String?,
    after: String?,
    theirs: String?,
    expected: [String: String]
  ) throws {
    let change = change(before, after)
    try applier.stage(change, flushing: false)
    if let theirs { try folder.write(theirs, to: path) }
    _ = try applier.reapply(change, hasDurableNames: true)
    #expect(try texts() == expected)
  }

  @Test func `a version displaced by an exchange is put back after a crash`() throws {
    let change = change("before", "ours")
    try folder.write("ours", to: path)
    try folder.write("theirs", to: applier.names(of: path).temporary)
    #expect(try !applier.reapply(change, hasDurableNames: true))
    #expect(try texts() == ["a.json": "theirs", "a_conflict_7.json": "ours"])
  }

  @Test func `a version displaced by a removal is put back after a crash`() throws {
    try folder.write("theirs", to: applier.names(of: path).temporary)
    #expect(try !applier.reapply(change("before", nil), hasDurableNames: true))
    #expect(try texts() == ["a.json": "theirs"])
  }

  /// Each case is a crash after a file was exchanged with its temporary file: both files' contents
  /// at recovery, and the expected files.
  static let exchanges:
    [(after: String?, current: String?, temporary: String, expected: [String: String])] = [
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

  @Test(arguments: exchanges)
  func `no version is lost if the writer crashes after an exchange`(
    after: String?,
    current: String?,
    temporary: String,
    expected: [String: String]
  ) throws {
    let change = change("before", after)
    if let current { try folder.write(current, to: path) }
    try folder.write(temporary, to: applier.names(of: path).temporary)
    for _ in 1...2 {
      _ = try applier.reapply(change, hasDurableNames: true)
      #expect(try texts().filter { !$0.key.hasPrefix(".minuta-") } == expected)
    }
  }

  @Test func `the temporary file of a later transaction is ignored`() throws {
    let later = TransactionPaths(path, of: 8).temporary
    try folder.write("ours", to: path)
    try folder.write("never committed", to: later)
    #expect(try applier.reapply(change("before", "ours"), hasDurableNames: true))
    let expected = ["a.json": "ours", StoreLayout.name(ofFile: later): "never committed"]
    #expect(try texts() == expected)
  }

  /// Each case is a reverted change: the contents of the file and its temporary file, and the
  /// expected files.
  static let reverts:
    [(after: String?, current: String?, temporary: String?, expected: [String: String])] = [
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

  @Test(arguments: reverts)
  func `reverting a change keeps another program's version`(
    after: String?,
    current: String?,
    temporary: String?,
    expected: [String: String]
  ) throws {
    if let current { try folder.write(current, to: path) }
    if let temporary { try folder.write(temporary, to: applier.names(of: path).temporary) }
    try applier.revert(change("before", after))
    #expect(try texts().filter { !$0.key.hasPrefix(".minuta-") } == expected)
  }

  @Test func `an existing conflict copy isn't overwritten`() throws {
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
  func `a new image becomes a conflict copy if its name is taken`(isNew: Bool) throws {
    let image = "records/2026/11/x_0.png"
    let from = isNew ? StagedImage.stagingPath(for: image) : "records/2026/11/y_0.png"
    try folder.write("ours", to: from)
    try folder.write("theirs", to: image)
    try applier.perform(FileMove(from: from, to: image))
    let ours = isNew ? "x_0_conflict_7.png" : "y_0.png"
    #expect(try texts() == ["x_0.png": "theirs", ours: "ours"])
  }

  @Test func `a pipe, directory or link in the way stays`() throws {
    let absolutePath = "\(folder.path)/\(path)"
    let makers: [() throws -> Void] = [
      { try #require(mkfifo(absolutePath, 0o600) == 0) },
      {
        try FileManager.default.createDirectory(
          atPath: absolutePath,
          withIntermediateDirectories: false
        )
      },
      {
        try FileManager.default.createSymbolicLink(atPath: absolutePath, withDestinationPath: "x")
      },
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
      #expect(try FileStatus.of(absolutePath, following: false)?.kind != .regular)
      try FileManager.default.removeItem(atPath: absolutePath)
    }
  }
}
