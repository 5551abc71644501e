import MinutaCore
import SystemCalls

/// What other machines left behind, and whether several may write at all.
extension FolderExamination {
  mutating func findOpenTransactions() throws(SystemError) {
    for machine in try machines() where machine != view.layout.folder {
      let journal = Journal(folder: "\(reader.root)/\(machine)")
      // What cannot be read there is that machine's own affair.
      guard let tail = try? journal.tail(), !tail.isClosed else { continue }
      let name = StoreLayout.name(ofFile: machine)
      found.append(Finding(.openTransaction(machine: name), file: machine))
    }
    if let name = try? FileSystem.remoteName(of: reader.root) {
      found.append(Finding(.networkFolder(name)))
    }
  }
}
