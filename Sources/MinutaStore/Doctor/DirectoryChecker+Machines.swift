import MinutaCore
import SystemCalls

/// Finds open transactions of other machines, and data directories on network file systems.
extension DirectoryChecker {
  mutating func findOpenTransactions() throws(SystemError) {
    for machine in try machines() where machine != snapshot.layout.folder {
      let journal = Journal(folder: "\(reader.root)/\(machine)")
      // Ignore another machine's unreadable journal; that machine reports it.
      guard let tail = try? journal.tail(), !tail.isClosed else { continue }
      let name = StoreLayout.name(ofFile: machine)
      found.append(StoreFinding(.openTransaction(machine: name), file: machine))
    }
    if let name = try? FileSystem.remoteTypeName(of: reader.root) {
      found.append(StoreFinding(.networkFolder(name)))
    }
  }
}
