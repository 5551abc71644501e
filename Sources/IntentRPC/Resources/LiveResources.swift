package import Foundation
import IntentKit
import JSONText

/// Resources that tell when they change.
///
/// What the clock alone changes, such as how long a timer has run, is no change before the day
/// turns. Without a subscriber nothing is awaited and nothing runs.
package actor LiveResources {
  /// Tells a subscriber what a resource holds now.
  package typealias Notification = @Sendable (_ uri: String, _ now: ResourceReading) async -> Void
  /// Notifies a subscriber that a resource cannot be read now, and why; its value follows once it can.
  package typealias Failure = @Sendable (_ uri: String, _ error: RPCError) async -> Void
  /// Tells a subscriber that nothing more will be told, and why.
  package typealias Ending = @Sendable (RPCError) async -> Void

  private struct Subscriber {
    let uri: String
    let notify: Notification
    let fail: Failure
    let end: Ending
    /// What was told last; nil before anything was.
    var told: Reading?
    /// The error that was told after it; nil where none was.
    var failure: JSONObject?
  }

  private struct Reading {
    let resource: ResourceReading
    /// When it was read, by the clock of the answers.
    let time: Date

    var value: JSONValue { resource.value }
  }

  private let catalogue: ResourceCatalogue
  private let calendar: Calendar
  private let now: @Sendable () -> Date
  private let ticks: @Sendable () throws -> AsyncStream<Void>
  private var subscribers: [Int: Subscriber] = [:]
  private var lastSubscription = 0
  private var listening: Task<Void, Never>?
  /// What is told of single resources by those who have them.
  private var watching: [String: Task<Void, Never>] = [:]
  /// Counts the looks, so that one that began during something else is noticed.
  private(set) var looks = 0
  /// The resources that are being looked at, with whether they have to be once more.
  private var looking: [String: Bool] = [:]

  /// Makes them.
  ///
  /// - Parameters:
  ///   - now: the clock that answers go by.
  ///   - timeZone: the zone whose days count.
  ///   - ticks: begins to tell that something may have changed, also when the day turns; what it
  ///     throws as an `OutcomeError` is told as it is.
  package init(
    _ catalogue: ResourceCatalogue,
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> AsyncStream<Void>
  ) {
    self.catalogue = catalogue
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
    notify: @escaping Notification,
    fail: @escaping Failure = { _, _ in },
    end: @escaping Ending = { _ in }
  ) async throws(RPCError) -> (subscription: Int, now: ResourceReading) {
    if await catalogue.call(for: uri) == nil { throw .noResource(uri) }
    // What changes from here on is told, so that nothing is missed after the first reading.
    try listen()
    lastSubscription += 1
    let number = lastSubscription
    subscribers[number] = Subscriber(uri: uri, notify: notify, fail: fail, end: end)
    await watch(uri)
    let looksBefore = looks
    do throws(RPCError) {
      let reading = try await read(uri)
      subscribers[number]?.told = reading
      if looks != looksBefore { lookSoon(at: uri) }
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
    guard watching[uri] == nil, let changes = await catalogue.changes(of: uri),
      watching[uri] == nil
    else { return }
    watching[uri] = Task { [weak self] in
      for await _ in changes { await self?.look(at: uri) }
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
      for await _ in stream { await self?.lookAtAll() }
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

  private func lookSoon(at uri: String) {
    Task { [weak self] in await self?.look(at: uri) }
  }

  /// Whether something is being looked at.
  var isLooking: Bool { !looking.isEmpty }

  /// Looks at all that nobody else tells of, each by itself: one that is slow holds up no other.
  private func lookAtAll() {
    looks += 1
    for uri in Set(subscribers.values.map(\.uri)) where watching[uri] == nil {
      // Marked at once, so that whoever waits for the end of the looks finds it.
      if looking[uri] != nil {
        looking[uri] = true
      } else {
        looking[uri] = true
        Task { [weak self] in await self?.lookOn(uri) }
      }
    }
  }

  private func look(at uri: String) async {
    looks += 1
    let isLookedAt = looking[uri] != nil
    looking[uri] = true
    if !isLookedAt { await lookOn(uri) }
  }

  /// Reads a resource and tells what has changed, until nothing more has; one look at a time.
  private func lookOn(_ uri: String) async {
    while looking[uri] == true {
      looking[uri] = false
      // Whoever comes later has read later, and must not be told what was before.
      let known = subscribers.filter { $0.value.uri == uri && $0.value.told != nil }
      await look(at: uri, for: known.keys.sorted())
    }
    looking[uri] = nil
  }

  /// Reads a resource once for all, and once more for those whom the time that has passed may make
  /// it look changed to.
  private func look(at uri: String, for numbers: [Int]) async {
    if numbers.isEmpty { return }
    let found: Reading
    do throws(RPCError) {
      found = try await read(uri)
    } catch {
      return await tell(error, of: uri, to: numbers)
    }
    var values = [found.time: found.value]
    for number in numbers {
      guard let subscriber = subscribers[number], let told = subscriber.told else { continue }
      if subscriber.failure == nil, told.value == found.value { continue }
      // Of what others have, the clock says nothing.
      if subscriber.failure == nil, watching[uri] == nil,
        calendar.isDate(told.time, inSameDayAs: found.time)
      {
        // As it would have been read then, were everything as it is now.
        if values[told.time] == nil {
          values[told.time] = try? await catalogue.read(uri, at: told.time).value
        }
        guard let value = values[told.time], value != told.value else { continue }
      }
      subscribers[number]?.told = found
      subscribers[number]?.failure = nil
      await subscribers[number]?.notify(uri, found.resource)
    }
  }

  /// Notifies subscribers once that a resource cannot be read; a delay is no error.
  private func tell(_ error: RPCError, of uri: String, to numbers: [Int]) async {
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

  private func read(_ uri: String) async throws(RPCError) -> Reading {
    let time = now()
    return Reading(resource: try await catalogue.read(uri, at: time), time: time)
  }
}
