import Foundation
import MinutaCore

/// Where things lie in the folder; paths are within it.
enum StoreLayout {
  static let tags = "tags.json"
  static let records = "records"
  static let lock = ".minuta.writelock.nosync"

  /// The most bytes of a record's file; far more than a comment of 10,000 characters needs.
  static let recordLimit = 1 << 20
  /// The most bytes of the file of tags.
  static let tagsLimit = 16 << 20

  /// How deep below the folder of the records one may lie.
  ///
  /// Years hold months and months hold files; what lies a level off is read all the same.
  static let maximumDepth = 3

  /// The folder of a record's file, from its start in UTC.
  static func folder(of record: TimeRecord) -> String {
    let start = CivilTime(utcSeconds: record.startTime.unixSeconds)
    return "\(records)/\(start.year.padded(to: 4))/\(start.month.padded(to: 2))"
  }

  /// The names a record's file can have, the first that is free to be taken.
  static func names(of record: TimeRecord) -> [String] {
    let start = CivilTime(utcSeconds: record.startTime.unixSeconds)
    let clock = [start.hour, start.minute, start.second].map { $0.padded(to: 2) }.joined()
    let stem = "\(start.dateText)_\(clock)"
    let id = record.id.text
    return ["\(stem).json", "\(stem)_\(id.prefix(8)).json", "\(stem)_\(id).json"]
  }

  /// Whether a file has the name that a sync gives to a second version of the file of tags.
  static func isTagsCopy(_ name: String) -> Bool {
    name.hasPrefix("tags") && name != tags && ConflictCopyName(name)?.original == tags
  }

  /// Whether what a record's file names as an image can be one that lies beside it.
  ///
  /// Anybody can write such a file, and what is no plain name could mean any file there is.
  static func isImageName(_ name: String) -> Bool {
    let bytes = name.utf8
    let isPlain = !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
    return isPlain && !name.isEmpty && !name.hasPrefix(".")
      && !name.lowercased().hasSuffix(".json")
  }

  /// Whether a path that a file names stays within the store, and means one file only.
  static func isPlainPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !path.utf8.contains(0)
      && parts.allSatisfy { part in
        !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      }
  }

  /// Where an image lies whose record has a file.
  static func path(of image: String, besideFile path: String) -> String {
    "\(folder(ofFile: path))/\(image)"
  }

  /// The name of a file without its folder.
  static func name(ofFile path: String) -> String {
    lastSlash(in: path).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The folder that a file lies in.
  static func folder(ofFile path: String) -> String {
    lastSlash(in: path).map { String(path[..<$0]) } ?? ""
  }

  private static func lastSlash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }
}
