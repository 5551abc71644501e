import Foundation
import IntentKit
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct StoreSentenceTests {
  private static let path = "/\(String(repeating: "long/", count: 40))2026-11-20_083000.json"

  @Test(arguments: [
    TrackingError.storeUnreadable(path: path, reason: "Input/output error"),
    .storeUnwritable(path: path, reason: "Input/output error"),
    .storeUncertain(path: path, reason: "Input/output error"),
    .tagsUnusable(SetAsideFile(path: path, reason: "Input/output error")),
  ])
  func `a file is named with all of its path, and so is the cause`(error: TrackingError) {
    let words = TimeWords(now: .distantPast, timeZone: .gmt)
    let sentence = error.intentError(words: words).outcome.sentence
    #expect(sentence.contains("'\(Self.path)'"))
    #expect(sentence.contains("Input/output error"))
  }
}
