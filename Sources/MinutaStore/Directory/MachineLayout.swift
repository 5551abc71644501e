import Foundation
import MinutaCore

/// The paths of the files that only one machine uses, relative to the store.
struct MachineLayout {
  /// The directory that contains a subdirectory for each machine.
  static let machines = ".minuta.nosync"

  /// Whether a path lies in the machines' directories, which other users must not access.
  static func isPrivate(_ path: String) -> Bool {
    path == machines || path.hasPrefix("\(machines)/")
  }

  /// This machine's directory.
  let folder: String

  init(machine: String) {
    folder = "\(Self.machines)/\(machine)"
  }

  /// The directory of unfinished batch runs.
  var batches: String { "\(folder)/batches" }

  /// The directory of deleted files.
  var trash: String { "\(folder)/trash" }

  /// The path of a deleted record's file.
  func trashed(_ record: UUID) -> String { "\(folder)/trash/\(record.text).json" }

  /// The trash path of a file that a repair replaced.
  ///
  /// The number distinguishes files with the same path.
  func trashed(file path: String, number: Int) -> String {
    "\(folder)/trash/repaired/\(number)/\(path)"
  }

  /// The trash path of an image that no record uses.
  ///
  /// The number distinguishes images with the same name.
  func trashed(_ image: ImageReference, number: Int) -> String {
    let place = number == 1 ? "" : "/\(number)"
    return "\(folder)/trash/\(image.record.text)\(place)/\(image.file)"
  }
}
