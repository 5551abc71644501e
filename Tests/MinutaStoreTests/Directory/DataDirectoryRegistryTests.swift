import Foundation
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Synchronization
import Testing

/// Remembers in memory, and counts how often it is asked.
private final class InMemoryRegistry: DataDirectoryRegistry {
  private let stores = Mutex<Set<String>>([])
  private let count = Mutex(0)

  var questions: Int { count.withLock { $0 } }

  func isRegistered(_ path: String) throws(TrackingError) -> Bool {
    count.withLock { $0 += 1 }
    return stores.withLock { $0.contains(path) }
  }

  func register(_ path: String) throws(TrackingError) {
    count.withLock { $0 += 1 }
    stores.withLock { _ = $0.insert(path) }
  }
}

/// One that cannot be written.
private struct FailingRegistry: DataDirectoryRegistry {
  func isRegistered(_ path: String) throws(TrackingError) -> Bool { false }

  func register(_ path: String) throws(TrackingError) {
    throw .storeUnwritable(path: "notebook", reason: "full")
  }
}

private let start = Timestamp.date("2026-11-20T08:30:00Z") ?? .distantPast

@Suite struct DataDirectoryRegistryTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func store(_ memory: any DataDirectoryRegistry) -> DirectoryStore {
    DirectoryStore(path: folder.path + "/store", machine: "test", registry: memory)
  }

  private func save(_ id: String, in store: DirectoryStore) throws {
    try store.write(ChangeOrigin(now: start, source: "test", intent: "Test")) { transaction in
      transaction.save(
        TimeRecord(id: UUID(uuidString: id) ?? UUID(), startTime: start, timeZone: "Europe/Zurich")
      )
    }
  }

  private func count(in store: DirectoryStore) throws -> Int {
    try store.read { try $0.records(in: TimeRange(timeZone: .gmt), now: .distantPast).count }
  }

  @Test func `the memory is asked only while no lock's file is there`() throws {
    let notebook = InMemoryRegistry()
    let store = store(notebook)
    #expect(try count(in: store) == 0)
    #expect(notebook.questions == 1)
    try save("11111111-1111-1111-1111-111111111111", in: store)
    let asked = notebook.questions
    try save("22222222-2222-2222-2222-222222222222", in: store)
    #expect(try count(in: store) == 2)
    #expect(notebook.questions == asked)
  }

  @Test func `what another process has committed and not put into its place is not missed`() throws
  {
    let store = store(InMemoryRegistry())
    let tag = MinutaCore.Tag(id: UUID(), name: "Work", createdAt: start)
    try store.write(ChangeOrigin(now: start, source: "test", intent: "Test")) { $0.save(tag) }
    let files = try folder.content(below: "store").keys
    let journal = "store/" + (try #require(files.first { $0.hasSuffix(".jsonl") }))
    try folder.write(String(try folder.text(of: journal).dropLast()), to: journal)
    try folder.moveToTemporaryName("tags.json", in: "store")
    #expect(try store.read { try $0.tags().tags } == [tag])
  }

  @Test func `what cannot be remembered is not written`() throws {
    let store = store(FailingRegistry())
    for _ in 0..<2 {
      #expect(throws: TrackingError.storeUnwritable(path: "notebook", reason: "full")) {
        try save("11111111-1111-1111-1111-111111111111", in: store)
      }
    }
    #expect(try count(in: store) == 0)
  }

  @Test func `a folder that another machine began is remembered at the first write here`() throws {
    try save(
      "11111111-1111-1111-1111-111111111111",
      in: DirectoryStore(path: folder.path + "/store", machine: "other")
    )
    let notebook = InMemoryRegistry()
    try save("22222222-2222-2222-2222-222222222222", in: store(notebook))
    try FileManager.default.removeItem(atPath: folder.path + "/store")
    #expect(throws: TrackingError.storeGone(path: folder.path + "/store")) {
      try count(in: store(notebook))
    }
    #expect(throws: TrackingError.storeGone(path: folder.path + "/store")) {
      try save("33333333-3333-3333-3333-333333333333", in: store(notebook))
    }
  }
}
