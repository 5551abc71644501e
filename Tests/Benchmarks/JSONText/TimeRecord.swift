import Foundation

/// A record as a program with Foundation's coders would declare it.
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
  /// A typical record file; no two have the same ids.
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
