import JSONText

/// The requests of a connection that haven't been answered yet.
///
/// A request is removed from the table before it is answered, so it gets only one response.
struct RequestTable {
  struct Entry {
    let id: JSONValue?
    let route: ResponseDestination
    let scheduling: RPCTask.Scheduling
    let progress: ProgressToken?
    var task: Task<Void, Never>?
    var hasBegun = false
    var suppressesResponse = false
    var reported = 0.0
    /// The task that ends the request when its timeout expires.
    var timer: Task<Void, Never>?
    var didTimeOut = false
    /// Whether the request waits for the client's answer to a request that the server has sent it.
    var isAwaitingClient = false

    fileprivate var isPending: Bool { scheduling.isLongLived || isAwaitingClient }
  }

  private(set) var entries: [Int: Entry] = [:]
  private var serials: [JSONValue: Int] = [:]
  private var nextSerial = 0
  /// The number of requests removed so far; if it stays the same, no request is making progress.
  private(set) var finished = 0
  /// The number of requests that wait for the client's answer or for another program.
  private(set) var pendingCount = 0

  /// Whether another program is handling a request.
  var hasExternalRequests: Bool { entries.values.contains { $0.scheduling == .external } }

  /// Whether the server itself is handling a request, without another program.
  var hasInternalRequests: Bool { entries.values.contains { $0.scheduling != .external } }

  /// The number of requests that the server can finish without waiting for the client or another
  /// program.
  var activeCount: Int { entries.count - pendingCount }

  /// Adds a request.
  ///
  /// - Returns: The request's serial number; nil if another unanswered request has the same id.
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
