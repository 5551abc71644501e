package import Foundation

extension TimeTracker {
  /// Adds an image to a record and chooses a file name for it.
  package mutating func attachImage(
    _ image: [UInt8],
    _ format: ImageFormat,
    to id: UUID
  ) throws(TrackingError) -> ImageUpdateResult {
    let before = try existingRecord(id)
    var record = before
    let file = record.newImageName(extension: format.fileExtension)
    record.images.append(file)
    transaction.save(image, as: ImageReference(record: id, file: file))
    try change(before, to: record)
    return ImageUpdateResult(record: try tagged(record), file: file)
  }

  /// Removes an image from a record.
  ///
  /// - Parameter image: the image's file name, or its zero-based index in the record.
  package mutating func removeImage(
    _ image: String,
    from id: UUID
  ) throws(TrackingError) -> ImageUpdateResult {
    let before = try existingRecord(id)
    var record = before
    let place = record.images.firstIndex(of: image) ?? Int(image)
    guard let place, record.images.indices.contains(place) else {
      throw .imageNotFound(image, images: record.images)
    }
    let file = record.images.remove(at: place)
    transaction.deleteImage(ImageReference(record: id, file: file))
    try change(before, to: record)
    return ImageUpdateResult(record: try tagged(record), file: file)
  }
}

/// The result of adding an image to a record or removing it.
package struct ImageUpdateResult: Sendable {
  package let record: TaggedRecord
  package let file: String
}

extension TimeRecord {
  /// Returns a file name for a new image, with the same extension as `file`.
  ///
  /// No other image of the record has that name.
  func newImageName(like file: String) -> String {
    let dot = file.lastIndex(of: ".")
    return newImageName(extension: dot.map { String(file[file.index(after: $0)...]) })
  }

  /// Returns a file name for a new image: the record's id, an unused number and the extension.
  func newImageName(extension ending: String?) -> String {
    let taken = Set(images.map { $0.prefix { $0 != "." }.uppercased() })
    var index = 0
    while taken.contains("\(id.uuidString)_\(index)") { index += 1 }
    return "\(id.uuidString)_\(index)" + (ending.map { ".\($0)" } ?? "")
  }
}
