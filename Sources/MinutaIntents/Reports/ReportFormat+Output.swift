import Foundation
import IntentKit
import JSONText
import MinutaExport

extension ReportFormat {
  /// Returns the format for the extension of an output's name, or plain text if it has none.
  static func ofOutput(_ path: String?) throws(Failure) -> ReportFormat {
    let ending = path.map { URL(filePath: $0).pathExtension.lowercased() } ?? ""
    if ending.isEmpty { return .text }
    if let format = allCases.first(where: { $0.fileExtension == ending }) { return format }
    let endings = allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
    throw .invalidFormat(
      path ?? "",
      at: JSONPointer(["output"]),
      expected: "one of the extensions \(endings), or name the format"
    )
  }
}
