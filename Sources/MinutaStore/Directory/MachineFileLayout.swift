import Foundation
import MinutaCore

/// The paths of the files that only one machine uses, relative to the store.
struct MachineFileLayout {
  /// The directory that contains one subdirectory for each machine.
  static let machines = ".minuta.nosync"

  /// Returns whether a path lies in the machines' directories, which other users must not access.
  static func isPrivate(_ path: String) -> Bool {
    path == machines || path.hasPrefix("\(machines)/")
  }

  /// The directory of this machine's files.
  let folder: String

  init(machine: String) {
    folder = "\(Self.machines)/\(machine)"
  }

  /// The directory of the locks of batches.
  var batches: String { "\(folder)/batches" }

  /// The directory of deleted files.
  var trash: String { "\(folder)/trash" }

  /// Returns the path in the trash for a deleted record's file.
  func trashed(_ record: UUID) -> String { "\(folder)/trash/\(record.text).json" }

  /// Returns the path in the trash for a file that a repair replaced.
  ///
  /// The number distinguishes files with the same path.
  func trashed(file path: String, number: Int) -> String {
    "\(folder)/trash/repaired/\(number)/\(path)"
  }

  /// Returns the path in the trash for an image that no record uses.
  ///
  /// The number distinguishes images with the same name.
  func trashed(_ image: ImageReference, number: Int) -> String {
    let place = number == 1 ? "" : "/\(number)"
    return "\(folder)/trash/\(image.record.text)\(place)/\(image.file)"
  }
}
