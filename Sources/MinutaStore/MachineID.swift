package import Foundation
package import MinutaCore
import SystemCalls

/// Names a machine in stores that several machines share.
package enum MachineID {
  /// A name that tells nothing about the system's own, which is confidential.
  ///
  /// - Parameter systemID: The content of `/etc/machine-id`.
  package static func name(systemID: [UInt8]) -> String {
    String(SHA256.hex(of: Array("minuta ".utf8) + systemID).prefix(16))
  }

  /// A name that was made up once, for a system that has none.
  ///
  /// - Parameter folder: A folder of the user's own that is not shared with other machines.
  package static func name(
    keptIn folder: String,
    makeID: () -> UUID
  ) throws(TrackingError) -> String {
    let path = "\(folder)/machine"
    do throws(SystemError) {
      if try FileStatus.of(path) == nil { try make(path, in: folder, id: makeID().uuidString) }
      let kept = try FileDescriptor(opening: path, for: .reading).readAll(limit: 4096)
      if !kept.isEmpty { return name(systemID: kept) }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
    throw .storeUnreadable(path: path, reason: "it is empty")
  }

  /// Of several processes that make the file at once, the first has its name kept.
  private static func make(
    _ path: String,
    in folder: String,
    id: String
  ) throws(SystemError) {
    let temporary = "\(path).\(id).tmp"
    try PrivateFile.replace(temporary, with: Array(id.utf8))
    do throws(SystemError) {
      try Folder.link(temporary, to: path)
    } catch  where error.isTaken {}
    try Folder.unlink(temporary)
    try Folder.flush(folder)
  }
}
