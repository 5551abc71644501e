import Foundation
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Synchronization
import Testing

/// A registry of data folders that is kept in memory and counts its calls.
private final class InMemoryRegistry: DataDirectoryRegistry {
  private let stores = Mutex<Set<String>>([])
  private let count = Mutex(0)

  var accessCount: Int { count.withLock { $0 } }

  func isRegistered(_ path: String) throws(TrackingError) -> Bool {
    count.withLock { $0 += 1 }
    return stores.withLock { $0.contains(path) }
  }

  func register(_ path: String) throws(TrackingError) {
    count.withLock { $0 += 1 }
    stores.withLock { _ = $0.insert(path) }
  }
}

/// A registry of data folders that another process writes for the first time before it is read.
private struct LateRegistry: DataDirectoryRegistry {
  let first: @Sendable () throws -> Void

  func isRegistered(_ path: String) throws(TrackingError) -> Bool {
    do { try first() } catch { throw .storeUnreadable(path: path, reason: "\(error)") }
    return true
  }

  func register(_ path: String) throws(TrackingError) {}
}

/// A registry of data folders that can't be written.
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

  private func store(_ registry: any DataDirectoryRegistry) -> DirectoryStore {
    DirectoryStore(path: folder.path + "/store", machine: "test", registry: registry)
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

  @Test func `the registry is only read while there is no lock file`() throws {
    let registry = InMemoryRegistry()
    let store = store(registry)
    #expect(try count(in: store) == 0)
    #expect(registry.accessCount == 1)
    try save("11111111-1111-1111-1111-111111111111", in: store)
    let accessCount = registry.accessCount
    try save("22222222-2222-2222-2222-222222222222", in: store)
    #expect(try count(in: store) == 2)
    #expect(registry.accessCount == accessCount)
  }

  @Test func `data that another process has committed but not applied isn't reported as missing`()
    throws
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

  @Test func `E18 a folder that another process has just written isn't reported as missing`()
    throws
  {
    let path = folder.path + "/store"
    let registry = LateRegistry {
      let other = DirectoryStore(path: path, machine: "other")
      let tag = MinutaCore.Tag(id: UUID(), name: "Work", createdAt: start)
      try other.write(ChangeOrigin(now: start, source: "test", intent: "Test")) { $0.save(tag) }
    }
    try save("11111111-1111-1111-1111-111111111111", in: store(registry))
    #expect(try count(in: store(InMemoryRegistry())) == 1)
  }

  @Test func `nothing is written if the registry can't be written`() throws {
    let store = store(FailingRegistry())
    for _ in 0..<2 {
      #expect(throws: TrackingError.storeUnwritable(path: "notebook", reason: "full")) {
        try save("11111111-1111-1111-1111-111111111111", in: store)
      }
    }
    #expect(try count(in: store) == 0)
  }

  @Test func `the first write registers a folder that another machine created`() throws {
    try save(
      "11111111-1111-1111-1111-111111111111",
      in: DirectoryStore(path: folder.path + "/store", machine: "other")
    )
    let registry = InMemoryRegistry()
    try save("22222222-2222-2222-2222-222222222222", in: store(registry))
    try FileManager.default.removeItem(atPath: folder.path + "/store")
    #expect(throws: TrackingError.storeGone(path: folder.path + "/store")) {
      try count(in: store(registry))
    }
    #expect(throws: TrackingError.storeGone(path: folder.path + "/store")) {
      try save("33333333-3333-3333-3333-333333333333", in: store(registry))
    }
  }
}
