import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Tests of the events that calls raise.
@Suite struct EventTests {
  /// The names of all events that calls can raise.
  static let known = ["record.changed", "tag.changed", "timer.started", "timer.stopped"]

  @Test func `writing intents declare events, and reading intents declare none`() {
    for definition in BuiltInIntentCatalog().definitions {
      #expect(definition.events.allSatisfy(Self.known.contains), "\(definition.id)")
      #expect(definition.beforeEvents.allSatisfy(definition.events.contains), "\(definition.id)")
      // Undo and redo raise no events, because hooks would then run a second time. An export or a
      // report only writes a file, and an absence isn't part of the data. An invoice is locked without
      // a change of its records.
      let silent = [
        "Away", "Back", "Export", "LockInvoice", "MakeReport", "Redo", "Undo", "UnlockInvoice",
      ]
      let isSilent = definition.effects.readOnly || silent.contains(definition.id)
      #expect(definition.events.isEmpty == isSilent, "\(definition.id)")
    }
  }

  @Test func `a call raises its declared events with values before and after`() async throws {
    let fixture = try IntentFixture()
    try await fixture.value("StartTimer", ["tag": "Work"])
    try await fixture.value("StopTimer")
    try await fixture.value("StopTimer")
    try await fixture.value("LogTime", ["tag": "Work", "duration": "1h"])
    try await fixture.value("StartTimer", ["tag": "Work"])
    try await fixture.value("CancelTimer", ["tag": "Work"])
    try await fixture.value("SetTagColor", ["tag": "Work", "color": "#000000"])
    try await fixture.value("Status")
    let lines = fixture.eventRecorder.recordedEvents.map { event in
      let (before, after) = (event.payload["before"], event.payload["after"])
      let way = "\(before == .null ? "-" : "+")\(after == .null ? "-" : "+")"
      return "\(event.payload["intent"]?.string ?? "") \(event.name) \(way)"
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
    let started = fixture.eventRecorder.recordedEvents[0].payload["after"]
    #expect(started?["tag"]?["name"] == "Work")
    #expect(started?["startTime"] == "2026-11-20T11:00:00Z")
  }
}
