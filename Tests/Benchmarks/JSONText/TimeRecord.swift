import Foundation

/// A Minuta record as a `Codable` type, to measure Foundation's coders.
struct TimeRecord: Codable {
  let id: UUID
  let startTime: Date
  let endTime: Date?
  let tagId: UUID?
  let comment: String?
  let images: [String]
  let timeZone: String?
}

extension TimeRecord {
  /// Returns the content of a typical record file.
  ///
  /// - Parameter number: Varies the times and the comment; the IDs are random.
  static func file(number: Int) -> [UInt8] {
    let id = UUID().uuidString
    let minute = String(100 + number % 60).suffix(2)
    let text = """
      {
        "id": "\(id)",
        "startTime": "2026-11-20T08:\(minute):00Z",
        "endTime": "2026-11-20T09:\(minute):30Z",
        "tagId": "\(UUID().uuidString)",
        "comment": "Café with the team, number \(number)",
        "images": [
          "\(id)_0.png"
        ],
        "timeZone": "Europe/Berlin"
      }

      """
    return Array(text.utf8)
  }
}
