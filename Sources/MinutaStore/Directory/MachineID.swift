package import Foundation
package import MinutaCore
import SystemCalls

/// Determines the name that identifies this machine in a data directory shared by several machines.
package enum MachineID {
  /// Derives a name from the system's machine ID, which is confidential and can't be recovered from
  /// the name.
  ///
  /// - Parameter systemID: the content of `/etc/machine-id`.
  package static func name(systemID: [UInt8]) -> String {
    String(SHA256.hex(of: Array("minuta ".utf8) + systemID).prefix(16))
  }

  /// Returns this machine's name in a store.
  ///
  /// The machine ID can be missing for a while: the system creates it at the first boot, and some
  /// containers have none. The history is stored under the machine's name, so changing the name
  /// hides it. So a name that this machine used before and that the store contains comes first.
  /// Names of other machines, which sync programs add to the store, are never used.
  ///
  /// - Parameters:
  ///   - store: the data directory.
  ///   - systemID: the content of `/etc/machine-id`; nil if the file is missing.
  ///   - folder: a directory of the user that is not shared with other machines.
  ///   - learns: whether to remember the name for times when the machine ID is missing.
  package static func name(
    in store: String,
    systemID: [UInt8]?,
    keptIn folder: String,
    learns: Bool,
    makeID: () -> UUID
  ) throws(TrackingError) -> String {
    let generated = MachineNameFile(path: "\(folder)/machine")
    let remembered = MachineNameFile(path: "\(folder)/\(Self.rememberedName)")
    // Until the system has created the ID, the file contains other text, such as `uninitialized`.
    guard let systemID, systemID.count(where: { $0 != 0x0A }) == 32 else {
      if let name = try remembered.content(), try isKnown(name, in: store) { return name }
      return try generated.name(makeID)
    }
    let name = name(systemID: systemID)
    if try isKnown(name, in: store) {
      if learns { register(name, in: folder) }
      return name
    }
    if let name = try generated.existingName(), try isKnown(name, in: store) { return name }
    return name
  }

  /// The name of the file that stores the name derived from the machine ID.
  private static let rememberedName = "system-machine"

  /// Stores the name derived from the machine ID, for times when that ID is missing.
  ///
  /// An error is ignored, because the name can be derived again while the machine ID is available.
  package static func register(_ name: String, in folder: String) {
    let path = "\(folder)/\(rememberedName)"
    if (try? MachineNameFile(path: path).content()) == name { return }
    try? AtomicFileWriter.replace(path, with: Array(name.utf8))
  }

  private static func isKnown(_ name: String, in store: String) throws(TrackingError) -> Bool {
    let path = "\(store)/\(MachineFileLayout.machines)/\(name)"
    do throws(SystemError) {
      return try FileStatus.of(path, following: false)?.kind == .directory
    } catch {
      // A directory that we may not access can't belong to this machine.
      if !error.isTransient { return false }
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }
}

/// A file in the user's state directory from which a machine name is read.
private struct MachineNameFile {
  let path: String

  /// Returns the content of the file; nil if the file is missing.
  func content() throws(TrackingError) -> String? {
    do throws(SystemError) {
      let bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: 4096)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      if error.isMissing { return nil }
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  /// Returns the name derived from the file's content; nil if the file is missing or empty.
  func existingName() throws(TrackingError) -> String? {
    guard let content = try content(), !content.isEmpty else { return nil }
    return MachineID.name(systemID: Array(content.utf8))
  }

  /// Returns the name derived from the file's content.
  ///
  /// Creates the file with a random ID if it is missing.
  func name(_ makeID: () -> UUID) throws(TrackingError) -> String {
    if try content() == nil { try make(makeID().uuidString) }
    if let name = try existingName() { return name }
    throw .storeUnreadable(path: path, reason: "it is empty")
  }

  /// Creates the file atomically.
  ///
  /// If several processes do so at once, the first one wins.
  private func make(_ id: String) throws(TrackingError) {
    let temporary = "\(path).\(id).tmp"
    do throws(SystemError) {
      try AtomicFileWriter.replace(temporary, with: Array(id.utf8))
      do throws(SystemError) {
        try Directory.link(temporary, to: path)
      } catch  where error.alreadyExists {}
      try Directory.unlink(temporary)
      try Directory.flush(Directory.parent(of: path) ?? "/")
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }
}
