import Foundation
import MinutaTestSupport

@testable import MinutaStore

extension TemporaryDirectory {
  /// Renames a file back to its temporary name, to simulate a crash before it was put in place.
  func moveToTemporaryName(_ path: String, in store: String = ".") throws {
    let root = "\(self.path)/\(store)"
    let machine = try FileManager.default.contentsOfDirectory(atPath: "\(root)/.minuta.nosync")[0]
    let journal = Journal(folder: "\(root)/.minuta.nosync/\(machine)")
    let temporary = TransactionPaths(path, of: try journal.tail()?.sequence ?? 0).temporary
    try FileManager.default.moveItem(atPath: "\(root)/\(path)", toPath: "\(root)/\(temporary)")
  }
}

extension FileChange {
  /// Writes the temporary file of the change, as a writer does before the commit.
  func leaveStaged(in root: String, of sequence: Int) throws {
    guard let after else { return }
    let temporary = URL(filePath: "\(root)/\(TransactionPaths(path, of: sequence).temporary)")
    let folder = temporary.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(after.utf8).write(to: temporary)
  }
}
