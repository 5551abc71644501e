import Foundation
import MinutaCore

/// Where a machine keeps what no other reads; paths are within the store.
struct MachineLayout {
  /// The folder of the folders of all machines.
  static let machines = ".minuta.nosync"

  /// Whether a path is one that other users have no business with.
  static func isPrivate(_ path: String) -> Bool {
    path == machines || path.hasPrefix("\(machines)/")
  }

  /// The folder of it all.
  let folder: String

  init(machine: String) {
    folder = "\(Self.machines)/\(machine)"
  }

  /// The folder of the batches that did not come to their end.
  var batches: String { "\(folder)/batches" }

  /// The folder of what was deleted.
  var trash: String { "\(folder)/trash" }

  /// The file of a deleted record.
  func trashed(_ record: UUID) -> String { "\(folder)/trash/\(record.text).json" }

  /// A file that was superseded; of several with one path each has a number.
  func trashed(file path: String, number: Int) -> String {
    "\(folder)/trash/repaired/\(number)/\(path)"
  }

  /// The file of an image that no record has any more; of several with one name each has a number.
  func trashed(_ image: ImageReference, number: Int) -> String {
    let place = number == 1 ? "" : "/\(number)"
    return "\(folder)/trash/\(image.record.text)\(place)/\(image.file)"
  }
}
