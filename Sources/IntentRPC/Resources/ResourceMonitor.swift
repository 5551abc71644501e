package import Foundation
import IntentKit
import JSONText

/// Watches resources and notifies subscribers when a resource has changed.
///
/// Some values, such as the duration of a running timer, change just because time passes. That
/// counts as a change only when a new day begins. Without subscribers, nothing runs.
package actor ResourceMonitor {
  /// A function that notifies a subscriber that a resource has a new value.
  package typealias ChangeHandler = @Sendable (_ uri: String, _ now: ResourceSnapshot) async -> Void
  /// A function that notifies a subscriber that a resource can't be read at the moment.
  ///
  /// Once the resource can be read again, the subscriber receives its value.
  package typealias FailureHandler = @Sendable (_ uri: String, _ error: RPCError) async -> Void
  /// A function that notifies a subscriber that an error has ended its subscription.
  package typealias EndHandler = @Sendable (RPCError) async -> Void

  private struct Subscriber {
    let uri: String
    let notify: ChangeHandler
    let fail: FailureHandler
    let end: EndHandler
    /// The value that was last sent to the subscriber; nil if none was sent.
    var lastSent: TimedSnapshot?
    /// The error that was sent after `lastSent`; nil if there was none.
    var failure: JSONObject?
  }

  private struct TimedSnapshot {
    let resource: ResourceSnapshot
    /// The time at which the resource was read, by the clock that the intents use.
    let time: Date

    var value: JSONValue { resource.value }
  }

  private let catalog: ResourceCatalog
  private let calendar: Calendar
  private let now: @Sendable () -> Date
  private let ticks: @Sendable () throws -> [AsyncStream<Void>]
  private var subscribers: [Int: Subscriber] = [:]
  private var lastSubscription = 0
  /// The tasks that listen to the streams of possible changes.
  private var listening: [Task<Void, Never>] = []
  /// The tasks that listen to providers which report changes to a resource, by the resource's URI.
  private var watching: [String: Task<Void, Never>] = [:]
  /// The number of times that resources were checked for changes.
  ///
  /// If the number changes while a resource is read, a check took place during the read.
  private(set) var checkCount = 0
  /// The URIs of the resources being checked for changes; the value is whether to check again
  /// afterwards.
  private var checksByURI: [String: Bool] = [:]

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - now: the clock that the intents use.
  ///   - timeZone: the time zone that determines when a day begins.
  ///   - ticks: returns streams with an event each time something may have changed, including at
  ///     the start of a day. If it throws a `Failure`, the subscriber gets that error.
  package init(
    _ catalog: ResourceCatalog,
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> [AsyncStream<Void>]
  ) {
    self.catalog = catalog
    self.now = now
    self.ticks = ticks
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  deinit {
    for task in listening + watching.values { task.cancel() }
  }

  /// Reads a resource and subscribes to its later changes.
  ///
  /// Changes are sent in order. The first may be sent before this method returns.
  ///
  /// - Parameters:
  ///   - notify: called with each new value of the resource.
  ///   - fail: called when the resource can't be read any more, for example because the data folder
  ///     is missing.
  ///   - end: called at most once, when no more changes can be reported.
  package func subscribe(
    _ uri: String,
    notify: @escaping ChangeHandler,
    fail: @escaping FailureHandler = { _, _ in },
    end: @escaping EndHandler = { _ in }
  ) async throws(RPCError) -> (subscription: Int, now: ResourceSnapshot) {
    if await catalog.call(for: uri) == nil { throw .noResource(uri) }
    // Start listening before the first read, so no later change is missed.
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

  /// Ends a subscription.
  ///
  /// If a notification is being sent at the moment, it is the last.
  package func unsubscribe(_ subscription: Int) {
    let uri = subscribers.removeValue(forKey: subscription)?.uri
    if let uri, !subscribers.values.contains(where: { $0.uri == uri }) {
      watching.removeValue(forKey: uri)?.cancel()
    }
    if subscribers.isEmpty { stopListening() }
  }

  /// Listens for changes to a resource, if the resource's provider reports them.
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
      await subscriber.end(Self.unavailable("the provider no longer reports changes"))
    }
  }

  private func listen() throws(RPCError) {
    if !listening.isEmpty { return }
    let streams: [AsyncStream<Void>]
    do {
      streams = try ticks()
    } catch let error as Failure {
      throw RPCError(error)
    } catch {
      throw Self.unavailable("\(error)")
    }
    listening = streams.map { stream in
      Task { [weak self] in
        for await _ in stream { await self?.checkAll() }
        if !Task.isCancelled { await self?.endAll() }
      }
    }
  }

  private func stopListening() {
    for task in listening + watching.values { task.cancel() }
    listening = []
    watching = [:]
  }

  private func endAll() async {
    let left = subscribers
    subscribers = [:]
    stopListening()
    for (_, subscriber) in left.sorted(by: { $0.key < $1.key }) {
      await subscriber.end(Self.unavailable("the system no longer reports changes"))
    }
  }

  private static func unavailable(_ reason: String) -> RPCError {
    RPCError(Failure.liveChangesUnavailable(reason))
  }

  private func scheduleCheck(of uri: String) {
    Task { [weak self] in await self?.check(uri) }
  }

  /// Whether any resource is being checked for changes.
  var isChecking: Bool { !checksByURI.isEmpty }

  /// Checks all resources for changes, except those whose provider reports changes itself.
  ///
  /// Resources are checked concurrently, so a slow one doesn't delay the others.
  private func checkAll() {
    checkCount += 1
    for uri in Set(subscribers.values.map(\.uri)) where watching[uri] == nil {
      // Record the check before its task starts, so `isChecking` is true at once.
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

  /// Reads a resource and notifies its subscribers of changes, until no further check is requested.
  ///
  /// At most one check of a resource runs at a time.
  private func runChecks(_ uri: String) async {
    while checksByURI[uri] == true {
      checksByURI[uri] = false
      // Skip subscribers whose first read isn't finished: it may find a newer value than this
      // check, and an older value must not follow a newer one.
      let known = subscribers.filter { $0.value.uri == uri && $0.value.lastSent != nil }
      await notifySubscribers(of: uri, ids: known.keys.sorted())
    }
    checksByURI[uri] = nil
  }

  /// Reads a resource once and notifies those subscribers for whom it has changed.
  ///
  /// If the value may differ only because time has passed, the resource is read again as of the
  /// time of the last notification.
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
      // Only providers that don't report changes have values that depend on the clock.
      if subscriber.failure == nil, watching[uri] == nil,
        calendar.isDate(lastSent.time, inSameDayAs: found.time)
      {
        // Read the current data as of the time of the last value. If the result equals that value,
        // only the time has changed.
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

  /// Notifies each subscriber once that a resource can't be read.
  ///
  /// Temporary errors, such as a timeout, are not reported.
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
