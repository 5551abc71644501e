import JSONText

/// The requests of a connection that are not answered yet.
///
/// A request is answered by whoever takes it out of the table, so it is answered once.
struct RequestTable {
  struct Entry {
    let id: JSONValue?
    let route: ResponseRoute
    let scheduling: RPCTask.Scheduling
    let progress: ProgressToken?
    var task: Task<Void, Never>?
    var hasBegun = false
    var isSilenced = false
    var reported = 0.0
    /// Ends the time that the request was given.
    var timer: Task<Void, Never>?
    var didTimeOut = false
    /// Whether the client was asked something, and has not answered.
    var isAwaitingClient = false

    fileprivate var isPending: Bool { scheduling.isLongLived || isAwaitingClient }
  }

  private(set) var entries: [Int: Entry] = [:]
  private var serials: [JSONValue: Int] = [:]
  private var nextSerial = 0
  /// How many have been taken out.
  private(set) var finished = 0
  /// How many wait for their client, or for another program.
  private(set) var pendingCount = 0

  /// Whether another program does one.
  var hasExternalRequests: Bool { entries.values.contains { $0.scheduling == .external } }

  /// Whether the server does one itself.
  var hasInternalRequests: Bool { entries.values.contains { $0.scheduling != .external } }

  /// How many are done by the server, sooner or later.
  var activeCount: Int { entries.count - pendingCount }

  /// Puts a request in; nil where one with its id is there.
  mutating func add(_ entry: Entry) -> Int? {
    if let id = entry.id {
      if serials[id] != nil { return nil }
      serials[id] = nextSerial
    }
    entries[nextSerial] = entry
    if entry.isPending { pendingCount += 1 }
    nextSerial += 1
    return nextSerial - 1
  }

  subscript(serial: Int) -> Entry? {
    get { entries[serial] }
    set {
      guard let former = entries[serial], let newValue else { return }
      entries[serial] = newValue
      pendingCount += (newValue.isPending ? 1 : 0) - (former.isPending ? 1 : 0)
    }
  }

  func serial(of id: JSONValue) -> Int? { serials[id] }

  mutating func remove(_ serial: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: serial) else { return nil }
    if let id = entry.id { serials[id] = nil }
    entry.timer?.cancel()
    if entry.isPending { pendingCount -= 1 }
    finished += 1
    return entry
  }
}
