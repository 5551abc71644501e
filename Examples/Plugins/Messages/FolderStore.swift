import Foundation
import JSONText
import SystemCalls

/// A folder of JSON files: one for each chat, and one for each message.
///
/// A message is written under another name, flushed, and given the first number that is free by a
/// link, which the system makes for one process only. So a message is there whole or not at all,
/// none takes another's place, and who sends without a key waits for nobody. Readers take no lock.
struct FolderStore: MessageStore {
  let root: String
  private let patience: Duration

  /// Takes a folder, which need not be there before something is written.
  ///
  /// - Parameters:
  ///   - root: absolute.
  ///   - patience: how long to wait for somebody else who has the lock.
  init(root: String, patience: Duration = .seconds(10)) {
    self.root = root
    self.patience = patience
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func chats() throws(MessageError) -> Found<[Chat]> {
    var chats = Found<[Chat]>(value: [])
    for name in try names(in: FolderLayout.chats) where !FolderLayout.isPassing(name) {
      guard let id = FolderLayout.chat(name) else {
        chats.setAside.append(
          SetAsideFile(path: "\(FolderLayout.chats)/\(name)", reason: "it is no chat")
        )
        continue
      }
      switch read(FolderLayout.chatFile(of: id), as: { Chat(id: id, $0) }) {
      case .read(let chat): chats.value.append(chat)
      case .unusable(let file): chats.setAside.append(file)
      case .missing:
        let file = FolderLayout.chatFile(of: id)
        chats.setAside.append(SetAsideFile(path: file, reason: "it is not there"))
      }
    }
    return chats
  }

  /// The folder has its name once everything is in it.
  func add(_ chat: Chat) throws(MessageError) {
    let unfinished = "\(FolderLayout.chats)/.\(chat.id.uuidString)"
    try writing(FolderLayout.folder(of: chat.id)) { () throws(SystemError) in
      let bytes = chat.json.bytes(.indented)
      try PrivateFile.replace(path("\(unfinished)/\(FolderLayout.chatFile)"), with: bytes)
      try Folder.rename(path(unfinished), to: path(FolderLayout.folder(of: chat.id)))
      try Folder.flush(path(FolderLayout.chats))
    }
  }

  func numbers(in chat: UUID) throws(MessageError) -> Found<[Int]> {
    let folder = FolderLayout.folder(of: chat)
    let known = [FolderLayout.chatFile, FolderLayout.readFile]
    var found = Found<[Int]>(value: [])
    for name in try names(in: folder) where !known.contains(name) {
      if let number = FolderLayout.number(name) {
        found.value.append(number)
      } else if !FolderLayout.isPassing(name) {
        found.setAside.append(SetAsideFile(path: "\(folder)/\(name)", reason: "it is no message"))
      }
    }
    if let last = found.value.last, last != found.value.count {
      // A name that came while the folder was read may be missing although one that came after it is
      // there. Whatever came before the last is there when the folder is read again.
      let again = try names(in: folder).compactMap(FolderLayout.number)
      found.value = again.filter { $0 <= last }
    }
    return found
  }

  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message? {
    let name = FolderLayout.message(number, in: chat)
    switch read(name, as: { Message.Content($0) }) {
    case .read(let content): return Message(number: number, content: content)
    case .missing: return nil
    case .unusable(let file): throw .messageUnusable(number, file)
    }
  }

  func append(
    _ content: Message.Content,
    to chat: UUID,
    after known: Int
  ) throws(MessageError) -> Message {
    let folder = path(FolderLayout.folder(of: chat))
    let unsent = "\(folder)/.\(content.id.uuidString).tmp"
    let number = try writing(FolderLayout.folder(of: chat)) { () throws(SystemError) in
      // A leftover of the same message, sent with a key when the process ended.
      if try FileStatus.of(unsent, following: false) != nil { try Folder.unlink(unsent) }
      defer { try? Folder.unlink(unsent) }
      try write(content.json.bytes(.indented), to: unsent)
      return try link(unsent, in: chat, after: known)
    }
    do throws(SystemError) {
      try Folder.flush(folder)
    } catch {
      throw .uncertain(path: FolderLayout.message(number, in: chat), reason: error.reason)
    }
    return Message(number: number, content: content)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
    try file.write(bytes)
    try file.flush()
  }

  /// Gives a file the first number that is free.
  private func link(
    _ file: String,
    in chat: UUID,
    after known: Int
  ) throws(SystemError) -> Int {
    var number = known + 1
    while true {
      do throws(SystemError) {
        try Folder.link(file, to: path(FolderLayout.message(number, in: chat)))
        return number
      } catch  where error.isTaken {
        number += 1
      }
    }
  }

  /// Members that are not ours stay.
  func replace(_ message: Message, in chat: UUID) throws(MessageError) {
    let name = FolderLayout.message(message.number, in: chat)
    var json = read(name, as: { $0.object }).value ?? [:]
    json["text"] = nil
    let merged = JSONValue.object(json.merging(message.content.json.object ?? [:]))
    try writing(name) { () throws(SystemError) in
      try PrivateFile.replace(path(name), with: merged.bytes(.indented))
    }
  }

  func readMarks(in chat: UUID) throws(MessageError) -> Found<[ReadMark]> {
    switch read(FolderLayout.readFile(of: chat), as: { [ReadMark]($0) }) {
    case .read(let marks): Found(value: marks)
    case .missing: Found(value: [])
    case .unusable(let file): Found(value: [], setAside: [file])
    }
  }

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) throws(MessageError) {
    let name = FolderLayout.readFile(of: chat)
    try writing(name) { () throws(SystemError) in
      try PrivateFile.replace(path(name), with: marks.json.bytes(.indented))
    }
  }

  func keptDraft(_ key: String) throws(MessageError) -> KeptDraft? {
    try keptDrafts(FolderLayout.keys(of: key)).first { $0.key.key == key }
  }

  func keep(_ draft: KeptDraft) throws(MessageError) {
    let name = FolderLayout.keys(of: draft.key.key)
    let drafts = try keptDrafts(name) + [draft]
    try writing(name) { () throws(SystemError) in
      try PrivateFile.replace(path(name), with: drafts.json.bytes(.indented))
    }
  }

  private func keptDrafts(_ name: String) throws(MessageError) -> [KeptDraft] {
    switch read(name, as: { [KeptDraft]($0) }) {
    case .read(let drafts): return drafts
    case .missing: return []
    // What was sent is not known any more; sending it again could double it.
    case .unusable(let file): throw .unreadable(path: file.path, reason: file.reason)
    }
  }

  func exclusively<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    let lock = try writing(FolderLayout.lock) { () throws(SystemError) -> FileLock? in
      for made in try Folder.make(root, permissions: 0o700) {
        try Folder.flush(Folder.parent(of: made) ?? "/")
      }
      return try FileLock.take(path(FolderLayout.lock), patience: patience) { Task.isCancelled }
    }
    if Task.isCancelled { throw .cancelled }
    guard let lock else {
      let holder = FileLock.holder(of: path(FolderLayout.lock))
      throw .busy(holder: holder.map { $0.program ?? "process \($0.process)" })
    }
    return try lock.whileHeld(body)
  }

  /// Does what writes, and tells its errors as ours.
  private func writing<Result: ~Copyable>(
    _ name: String,
    _ body: () throws(SystemError) -> Result
  ) throws(MessageError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .unwritable(path: path(name), reason: error.reason)
    }
  }
}
