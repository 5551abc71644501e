import Foundation
import MinutaCore

/// The paths and names of the files in a data directory, and their limits.
enum StoreLayout {
  static let tags = "tags.json"
  static let records = "records"
  static let invoices = StoreRepair.invoiceFolder
  static let lock = ".minuta.writelock.nosync"

  /// The maximum size of a record file in bytes.
  ///
  /// It is generous: even a comment of the maximum length, 10,000 characters, needs far less.
  static let recordLimit = 1 << 20
  /// The maximum size of the tag list in bytes.
  static let tagsLimit = 16 << 20

  /// The maximum depth of a record's directory below `records`.
  ///
  /// Records are written to `records/YEAR/MONTH`; files one level deeper are read as well.
  static let maximumDepth = 3

  /// Returns the directory of a record's file, which is named after the start's year and month in
  /// UTC.
  static func folder(of record: TimeRecord) -> String {
    let start = CivilTime(utcSeconds: record.startTime.unixSeconds)
    return "\(records)/\(start.year.padded(to: 4))/\(start.month.padded(to: 2))"
  }

  /// Returns the possible names of a record's file, in order of preference.
  ///
  /// The first name that is free is used.
  static func names(of record: TimeRecord) -> [String] {
    let start = CivilTime(utcSeconds: record.startTime.unixSeconds)
    let clock = [start.hour, start.minute, start.second].reduce("") { $0 + $1.padded(to: 2) }
    let stem = "\(start.dateText)_\(clock)"
    let id = record.id.text
    return ["\(stem).json", "\(stem)_\(id.prefix(8)).json", "\(stem)_\(id).json"]
  }

  /// Returns whether a name is one that a sync program gives to a conflict copy of the tag list.
  static func isTagsCopy(_ name: String) -> Bool {
    name.hasPrefix("tags") && name != tags && ConflictCopyName(name)?.original == tags
  }

  /// Returns whether a record may use a text as the name of an image beside its file.
  ///
  /// Record files are untrusted input: a name that contains a slash could lead to any file.
  static func isImageName(_ name: String) -> Bool {
    let bytes = name.utf8
    let isPlain = !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
    return isPlain && !name.isEmpty && !name.hasPrefix(".")
      && !name.lowercased().hasSuffix(".json")
  }

  /// Returns whether a relative path stays within the store, without components such as `.` and
  /// `..`.
  static func isPlainPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !path.utf8.contains(0)
      && parts.allSatisfy { part in
        !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      }
  }

  /// Returns the path of an image in the same directory as its record's file.
  static func path(of image: String, besideFile path: String) -> String {
    "\(folder(ofFile: path))/\(image)"
  }

  /// Returns the last component of a path.
  static func name(ofFile path: String) -> String {
    lastSlash(in: path).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Returns the directory of a file; empty for a file in the root.
  static func folder(ofFile path: String) -> String {
    lastSlash(in: path).map { String(path[..<$0]) } ?? ""
  }

  private static func lastSlash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }
}
