import JSONText
import MinutaCore
import MinutaStore
import SystemCalls

/// The list of the data folders that this machine has written to, in a file outside of them.
struct DataDirectoryRegistryFile: DataDirectoryRegistry {
  /// The user's state directory.
  private let folder: String
  /// Whether `register` adds new folders to the list.
  private let addsFolders: Bool
  /// This machine's id if it is derived from the system's own id; nil otherwise.
  private let systemMachine: String?
  /// Whether the folder that `register` adds stays the default one.
  var keepsStandardPath = false

  init(folder: String, addsFolders: Bool = false, systemMachine: String? = nil) {
    self.folder = folder
    self.addsFolders = addsFolders
    self.systemMachine = systemMachine
  }

  private var file: String { "\(folder)/stores.json" }
  private var standardFile: String { "\(folder)/default-store" }

  /// The default folder that `register` kept; nil if there is none.
  var standardPath: String? {
    let bytes = try? FileDescriptor.contents(of: standardFile, limit: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  func isRegistered(_ path: String) throws(TrackingError) -> Bool {
    try stores().contains(path)
  }

  func register(_ path: String) throws(TrackingError) {
    if !addsFolders { return }
    try change { $0.contains(path) ? $0 : $0 + [path] }
    if keepsStandardPath { try? AtomicFileWriter.replace(standardFile, with: Array(path.utf8)) }
    if let systemMachine { MachineID.register(systemMachine, in: folder) }
  }

  /// Removes a folder from the list.
  func forget(_ path: String) throws(TrackingError) {
    try change { $0.filter { $0 != path } }
  }

  private func stores() throws(TrackingError) -> [String] {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let content = try FileDescriptor.contents(of: file, limit: 1 << 20) else { return [] }
      bytes = content
    } catch {
      throw .storeUnreadable(path: file, reason: error.reason)
    }
    do throws(JSONError) {
      let list = try JSONValue(parsing: bytes)["stores"]?.array ?? [.null]
      let stores = list.compactMap(\.string)
      if stores.count == list.count { return stores }
    } catch {
      throw .storeUnreadable(path: file, reason: "it is not JSON: \(error)")
    }
    throw .storeUnreadable(path: file, reason: "its 'stores' is not a list of paths")
  }

  /// Rewrites the list while holding its lock.
  private func change(_ body: ([String]) -> [String]) throws(TrackingError) {
    let lock = try lock()
    try lock.withLock { () throws(TrackingError) in
      let old = try stores()
      let new = body(old)
      if new != old { try write(new) }
    }
  }

  private func lock() throws(TrackingError) -> FileLock {
    let path = "\(folder)/stores.lock"
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      if let lock = try FileLock.acquire(path, timeout: .seconds(10)) { return lock }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
    throw .storeBusy(holder: nil)
  }

  private func write(_ stores: [String]) throws(TrackingError) {
    let json: JSONValue = ["stores": .array(stores.map { .string($0) })]
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: json.bytes(.indented))
    } catch {
      throw .storeUnwritable(path: error.path ?? file, reason: error.reason)
    }
  }
}
