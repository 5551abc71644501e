import Foundation
import IntentKit
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct StoreErrorMessageTests {
  private static let path = "/\(String(repeating: "long/", count: 40))2026-11-20_083000.json"

  @Test(arguments: [
    TrackingError.storeUnreadable(path: path, reason: "Input/output error"),
    .storeUnwritable(path: path, reason: "Input/output error"),
    .storeUncertain(path: path, reason: "Input/output error"),
    .tagsUnusable(SkippedFile(path: path, reason: "Input/output error")),
  ])
  func `store errors name the full path and the cause`(error: TrackingError) {
    let formatter = SentenceFormatter(now: .distantPast, timeZone: .gmt)
    let sentence = error.failure(formatter).message
    #expect(sentence.contains("'\(Self.path)'"))
    #expect(sentence.contains("Input/output error"))
  }
}
