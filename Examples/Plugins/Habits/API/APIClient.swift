import Foundation
import IntentKit
import JSONText

/// A client of the HTTP API that stores habits.
///
/// The API serves `/profile`, `/areas`, `/habits` and `/bad-habits`. An item is created with `PUT`
/// under its id, changed with `PATCH` (changed members only), and removed with `DELETE`. The
/// completions of a habit, the slips of a bad habit and the purchases of a profile are items of
/// their own, so two clients that change them at once lose nothing.
struct APIClient: Sendable {
  private let transport: any HTTPTransport
  private let base: String

  /// Creates a client.
  ///
  /// - Parameter base: the URL of the API, without a slash at its end.
  init(_ transport: any HTTPTransport, at base: String) {
    self.transport = transport
    self.base = base
  }

  func profile() async throws -> Profile {
    try await get("/profile") { fields throws(ValidationError) in try ProfileDTO(fields).profile }
  }

  func areas() async throws -> [Area] {
    try await get("/areas") { (fields) throws(ValidationError) in
      try fields.objects("areas") { (item) throws(ValidationError) in try AreaDTO(item).area }
    }
  }

  func habits() async throws -> [Habit] {
    try await get("/habits") { (fields) throws(ValidationError) in
      try fields.objects("habits") { (item) throws(ValidationError) in try HabitDTO(item).habit }
    }
  }

  func badHabits() async throws -> [BadHabit] {
    try await get("/bad-habits") { (fields) throws(ValidationError) in
      try fields.objects("bad_habits") { (item) throws(ValidationError) in
        try BadHabitDTO(item).badHabit
      }
    }
  }

  /// Sends the change to the API.
  func apply(_ change: HabitDataChange) async throws {
    switch change {
    case .profile(let before, let after):
      let changed = ProfileDTO(after).json.changes(since: ProfileDTO(before).json)
      try await send("PATCH", "/profile", .object(changed))
    case .purchase(let purchase):
      try await send("PUT", "/profile/purchases/\(purchase.id)", PurchaseDTO(purchase).json)
    case .area(let before, let after):
      try await save("/areas/\(after.id)", before.map { AreaDTO($0).json }, AreaDTO(after).json)
    case .areaDeleted(let area): try await send("DELETE", "/areas/\(area.id)")
    case .habit(let before, let after):
      try await save("/habits/\(after.id)", before.map { HabitDTO($0).json }, HabitDTO(after).json)
    case .habitDeleted(let habit): try await send("DELETE", "/habits/\(habit.id)")
    case .completion(let habit, let day):
      try await send("PUT", "/habits/\(habit.id)/completions/\(day)", [:])
    case .completionRemoved(let habit, let day):
      try await send("DELETE", "/habits/\(habit.id)/completions/\(day)")
    case .badHabit(let before, let after):
      let old = before.map { BadHabitDTO($0).json }
      try await save("/bad-habits/\(after.id)", old, BadHabitDTO(after).json)
    case .badHabitDeleted(let badHabit): try await send("DELETE", "/bad-habits/\(badHabit.id)")
    case .slip(let badHabit, let slip):
      try await send("PUT", "/bad-habits/\(badHabit.id)/slips/\(slip.id)", SlipDTO(slip).json)
    }
  }

  /// Creates an item, or sends the changed members of an existing one.
  private func save(_ path: String, _ before: JSONObject?, _ after: JSONObject) async throws {
    if let before {
      try await send("PATCH", path, .object(after.changes(since: before)))
    } else {
      try await send("PUT", path, .object(after))
    }
  }

  private func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws {
    _ = try await transport.send(HTTPRequest(method: method, url: base + path, body: body))
  }

  private func get<Value>(
    _ path: String,
    _ read: (JSONFieldReader) throws(ValidationError) -> Value
  ) async throws -> Value {
    let request = HTTPRequest(method: "GET", url: base + path, body: nil)
    let bytes = try await transport.send(request)
    do {
      return try read(try JSONFieldReader(JSONValue(parsing: bytes)))
    } catch let problem as ValidationError {
      throw request.failure(.malformed(problem.sentence(saying: "member").withoutTrailingPeriod))
    } catch {
      throw request.failure(.malformed("\(error)"))
    }
  }
}

extension JSONObject {
  /// Returns the members of this object that `other` lacks or has with another value.
  fileprivate func changes(since other: JSONObject) -> JSONObject {
    members.reduce(into: JSONObject()) { changes, member in
      if other[member.key] != member.value { changes[member.key] = member.value }
    }
  }
}
