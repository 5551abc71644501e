import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// The events that calls cause.
@Suite struct EventTests {
  static let known = ["record.changed", "tag.changed", "timer.started", "timer.stopped"]

  @Test func `what changes something names its events, and what reads names none`() throws {
    for type in BuiltInIntents.all {
      let definition = try IntentDefinition(json: JSONValue(parsing: type.definition))
      #expect(definition.events.allSatisfy(Self.known.contains), "\(definition.id)")
      #expect(definition.announces.allSatisfy(definition.events.contains), "\(definition.id)")
      // What takes something back would set off again what it takes back.
      let isSilent = definition.effects.readOnly || ["Redo", "Undo"].contains(definition.id)
      #expect(definition.events.isEmpty == isSilent, "\(definition.id)")
    }
  }

  @Test func `a call tells what it made happen, before and after, and nothing else`() async throws {
    let bench = try IntentBench()
    try await bench.value("StartTimer", ["tag": "Work"])
    try await bench.value("StopTimer")
    try await bench.value("StopTimer")
    try await bench.value("LogTime", ["tag": "Work", "duration": "1h"])
    try await bench.value("StartTimer", ["tag": "Work"])
    try await bench.value("CancelTimer", ["tag": "Work"])
    try await bench.value("SetTagColor", ["tag": "Work", "color": "#000000"])
    try await bench.value("Status")
    let lines = bench.ear.heard.map { event in
      let (before, after) = (event.facts["before"], event.facts["after"])
      let way = "\(before == .null ? "-" : "+")\(after == .null ? "-" : "+")"
      return "\(event.facts["intent"]?.string ?? "") \(event.name) \(way)"
    }
    #expect(
      lines == [
        "StartTimer timer.started -+", "StartTimer record.changed -+", "StartTimer tag.changed -+",
        "StopTimer timer.stopped ++", "StopTimer record.changed ++", "LogTime record.changed -+",
        "StartTimer timer.started -+", "StartTimer record.changed -+",
        "CancelTimer record.changed +-",
        "SetTagColor tag.changed ++",
      ]
    )
    let started = bench.ear.heard[0].facts["after"]
    #expect(started?["tag"]?["name"] == "Work")
    #expect(started?["startTime"] == "2026-11-20T11:00:00Z")
  }
}
