import MinutaCore
import SystemCalls

/// What other machines left behind, and whether several may write at all.
extension DirectoryChecker {
  mutating func findOpenTransactions() throws(SystemError) {
    for machine in try machines() where machine != view.layout.folder {
      let journal = Journal(folder: "\(reader.root)/\(machine)")
      // What cannot be read there is that machine's own affair.
      guard let tail = try? journal.tail(), !tail.isClosed else { continue }
      let name = StoreLayout.name(ofFile: machine)
      found.append(StoreFinding(.openTransaction(machine: name), file: machine))
    }
    if let name = try? FileSystem.remoteTypeName(of: reader.root) {
      found.append(StoreFinding(.networkFolder(name)))
    }
  }
}
