package import Foundation
import IntentKit
import JSONText

/// Resources that tell when they change.
///
/// What the clock alone changes, such as how long a timer has run, is no change before the day
/// turns. Without a subscriber nothing is awaited and nothing runs.
package actor ResourceMonitor {
  /// Tells a subscriber what a resource holds now.
  package typealias ChangeHandler = @Sendable (_ uri: String, _ now: ResourceSnapshot) async -> Void
  /// Notifies a subscriber that a resource cannot be read now, and why; its value follows once it can.
  package typealias FailureHandler = @Sendable (_ uri: String, _ error: RPCError) async -> Void
  /// Tells a subscriber that nothing more will be told, and why.
  package typealias EndHandler = @Sendable (RPCError) async -> Void

  private struct Subscriber {
    let uri: String
    let notify: ChangeHandler
    let fail: FailureHandler
    let end: EndHandler
    /// What was told last; nil before anything was.
    var lastSent: TimedSnapshot?
    /// The error that was told after it; nil where none was.
    var failure: JSONObject?
  }

  private struct TimedSnapshot {
    let resource: ResourceSnapshot
    /// When it was read, by the clock of the answers.
    let time: Date

    var value: JSONValue { resource.value }
  }

  private let catalog: ResourceCatalog
  private let calendar: Calendar
  private let now: @Sendable () -> Date
  private let ticks: @Sendable () throws -> AsyncStream<Void>
  private var subscribers: [Int: Subscriber] = [:]
  private var lastSubscription = 0
  private var listening: Task<Void, Never>?
  /// What is told of single resources by those who have them.
  private var watching: [String: Task<Void, Never>] = [:]
  /// Counts the checkCount, so that one that began during something else is noticed.
  private(set) var checkCount = 0
  /// The resources that are being looked at, with whether they have to be once more.
  private var checksByURI: [String: Bool] = [:]

  /// Makes them.
  ///
  /// - Parameters:
  ///   - now: the clock that answers go by.
  ///   - timeZone: the zone whose days count.
  ///   - ticks: begins to tell that something may have changed, also when the day turns; what it
  ///     throws as an `OutcomeError` is told as it is.
  package init(
    _ catalog: ResourceCatalog,
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> AsyncStream<Void>
  ) {
    self.catalog = catalog
    self.now = now
    self.ticks = ticks
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  deinit {
    listening?.cancel()
    for task in watching.values { task.cancel() }
  }

  /// Reads a resource, and has its changes from there on told, in order.
  ///
  /// The first of them may be told before this has returned.
  ///
  /// - Parameters:
  ///   - fail: called where the resource cannot be read any more, as when the data folder is gone.
  ///   - end: called at most once, where changes can be told no more.
  package func subscribe(
    _ uri: String,
    notify: @escaping ChangeHandler,
    fail: @escaping FailureHandler = { _, _ in },
    end: @escaping EndHandler = { _ in }
  ) async throws(RPCError) -> (subscription: Int, now: ResourceSnapshot) {
    if await catalog.call(for: uri) == nil { throw .noResource(uri) }
    // What changes from here on is told, so that nothing is missed after the first reading.
    try listen()
    lastSubscription += 1
    let number = lastSubscription
    subscribers[number] = Subscriber(uri: uri, notify: notify, fail: fail, end: end)
    await watch(uri)
    let checkCountBefore = checkCount
    do throws(RPCError) {
      let reading = try await read(uri)
      subscribers[number]?.lastSent = reading
      if checkCount != checkCountBefore { scheduleCheck(of: uri) }
      return (number, reading.resource)
    } catch {
      unsubscribe(number)
      throw error
    }
  }

  /// Ends a subscription; what is being told at this moment is the last of it.
  package func unsubscribe(_ subscription: Int) {
    let uri = subscribers.removeValue(forKey: subscription)?.uri
    if let uri, !subscribers.values.contains(where: { $0.uri == uri }) {
      watching.removeValue(forKey: uri)?.cancel()
    }
    if subscribers.isEmpty { stopListening() }
  }

  /// Listens to whoever has a resource and can tell of it.
  private func watch(_ uri: String) async {
    guard watching[uri] == nil, let changes = await catalog.changes(of: uri),
      watching[uri] == nil
    else { return }
    watching[uri] = Task { [weak self] in
      for await _ in changes { await self?.check(uri) }
      if !Task.isCancelled { await self?.end(uri) }
    }
  }

  private func end(_ uri: String) async {
    watching[uri] = nil
    for (number, subscriber) in subscribers.sorted(by: { $0.key < $1.key })
    where subscriber.uri == uri {
      unsubscribe(number)
      await subscriber.end(Self.unavailable("who has it does not tell any more"))
    }
  }

  private func listen() throws(RPCError) {
    if listening != nil { return }
    let stream: AsyncStream<Void>
    do {
      stream = try ticks()
    } catch let error as OutcomeError {
      throw RPCError(error)
    } catch {
      throw Self.unavailable("\(error)")
    }
    listening = Task { [weak self] in
      for await _ in stream { await self?.checkAll() }
      if !Task.isCancelled { await self?.endAll() }
    }
  }

  private func stopListening() {
    listening?.cancel()
    listening = nil
    for task in watching.values { task.cancel() }
    watching = [:]
  }

  private func endAll() async {
    let left = subscribers
    subscribers = [:]
    stopListening()
    for (_, subscriber) in left.sorted(by: { $0.key < $1.key }) {
      await subscriber.end(Self.unavailable("the system stopped telling"))
    }
  }

  private static func unavailable(_ reason: String) -> RPCError {
    RPCError(
      OutcomeError(
        .failure,
        code: "liveChangesUnavailable",
        message: "Changes cannot be told: \(reason)."
      )
    )
  }

  private func scheduleCheck(of uri: String) {
    Task { [weak self] in await self?.check(uri) }
  }

  /// Whether something is being looked at.
  var isChecking: Bool { !checksByURI.isEmpty }

  /// Looks at all that nobody else tells of, each by itself: one that is slow holds up no other.
  private func checkAll() {
    checkCount += 1
    for uri in Set(subscribers.values.map(\.uri)) where watching[uri] == nil {
      // Marked at once, so that whoever waits for the end of the checkCount finds it.
      if checksByURI[uri] != nil {
        checksByURI[uri] = true
      } else {
        checksByURI[uri] = true
        Task { [weak self] in await self?.runChecks(uri) }
      }
    }
  }

  private func check(_ uri: String) async {
    checkCount += 1
    let isLookedAt = checksByURI[uri] != nil
    checksByURI[uri] = true
    if !isLookedAt { await runChecks(uri) }
  }

  /// Reads a resource and tells what has changed, until nothing more has; one look at a time.
  private func runChecks(_ uri: String) async {
    while checksByURI[uri] == true {
      checksByURI[uri] = false
      // Whoever comes later has read later, and must not be told what was before.
      let known = subscribers.filter { $0.value.uri == uri && $0.value.lastSent != nil }
      await notifySubscribers(of: uri, ids: known.keys.sorted())
    }
    checksByURI[uri] = nil
  }

  /// Reads a resource once for all, and once more for those whom the time that has passed may make
  /// it look changed to.
  private func notifySubscribers(of uri: String, ids numbers: [Int]) async {
    if numbers.isEmpty { return }
    let found: TimedSnapshot
    do throws(RPCError) {
      found = try await read(uri)
    } catch {
      return await notifyFailure(error, of: uri, to: numbers)
    }
    var values = [found.time: found.value]
    for number in numbers {
      guard let subscriber = subscribers[number], let lastSent = subscriber.lastSent else {
        continue
      }
      if subscriber.failure == nil, lastSent.value == found.value { continue }
      // Of what others have, the clock says nothing.
      if subscriber.failure == nil, watching[uri] == nil,
        calendar.isDate(lastSent.time, inSameDayAs: found.time)
      {
        // As it would have been read then, were everything as it is now.
        if values[lastSent.time] == nil {
          values[lastSent.time] = try? await catalog.read(uri, at: lastSent.time).value
        }
        guard let value = values[lastSent.time], value != lastSent.value else { continue }
      }
      subscribers[number]?.lastSent = found
      subscribers[number]?.failure = nil
      await subscribers[number]?.notify(uri, found.resource)
    }
  }

  /// Notifies subscribers once that a resource cannot be read; a delay is no error.
  private func notifyFailure(_ error: RPCError, of uri: String, to numbers: [Int]) async {
    switch error.code {
    case RPCErrorCode.busy.rawValue, RPCErrorCode.timeout.rawValue, RPCErrorCode.cancelled.rawValue:
      return
    default: break
    }
    for number in numbers where subscribers[number]?.failure != error.json.object {
      subscribers[number]?.failure = error.json.object
      await subscribers[number]?.fail(uri, error)
    }
  }

  private func read(_ uri: String) async throws(RPCError) -> TimedSnapshot {
    let time = now()
    return TimedSnapshot(resource: try await catalog.read(uri, at: time), time: time)
  }
}
