import Foundation
import Glibc
import JSONText
import PluginFiles

/// Stores each chat and each message in a JSON file of its own.
///
/// A message is written to a temporary file, flushed, and then linked to the first free number. The
/// system lets only one process create a link, so a message is stored completely or not at all,
/// none replaces another, and senders without a key never wait. Readers take no lock.
struct DirectoryMessageStore: MessageStore {
  let root: String
  private let timeout: Duration

  /// Creates a store in a folder, which is created by the first write.
  ///
  /// - Parameters:
  ///     - root: the absolute path of the folder.
  ///     - timeout: the time to wait for another process's lock.
  init(root: String, timeout: Duration = .seconds(10)) {
    self.root = root
    self.timeout = timeout
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func chats() throws(MessageError) -> PartialResult<[Chat]> {
    var chats = PartialResult<[Chat]>(value: [])
    for name in try names(in: MessageFileLayout.chats) where !MessageFileLayout.isTemporary(name) {
      guard let id = MessageFileLayout.chatID(ofDirectory: name) else {
        chats.skippedFiles.append(
          SkippedFile(path: "\(MessageFileLayout.chats)/\(name)", reason: "it is no chat")
        )
        continue
      }
      switch read(MessageFileLayout.chatFile(of: id), as: { Chat(id: id, $0) }) {
      case .read(let chat): chats.value.append(chat)
      case .unusable(let file): chats.skippedFiles.append(file)
      case .missing:
        let file = MessageFileLayout.chatFile(of: id)
        chats.skippedFiles.append(SkippedFile(path: file, reason: "it is not there"))
      }
    }
    return chats
  }

  /// Adds a chat, whose folder gets its final name only after its content is written.
  func add(_ chat: Chat) throws(MessageError) {
    let unfinished = "\(MessageFileLayout.chats)/.\(chat.id.uuidString)"
    try mappingWriteErrors(MessageFileLayout.directory(of: chat.id)) { () throws(POSIXError) in
      let bytes = chat.json.bytes(.indented)
      try PrivateFile.replace(path("\(unfinished)/\(MessageFileLayout.chatFile)"), with: bytes)
      try systemCall(rename(path(unfinished), path(MessageFileLayout.directory(of: chat.id))))
      try PrivateFile.flushFolder(path(MessageFileLayout.chats))
    }
  }

  func numbers(in chat: UUID) throws(MessageError) -> PartialResult<[Int]> {
    let folder = MessageFileLayout.directory(of: chat)
    let known = [MessageFileLayout.chatFile, MessageFileLayout.readFile]
    var found = PartialResult<[Int]>(value: [])
    for name in try names(in: folder) where !known.contains(name) {
      if let number = MessageFileLayout.messageNumber(ofFile: name) {
        found.value.append(number)
      } else if !MessageFileLayout.isTemporary(name) {
        found.skippedFiles.append(
          SkippedFile(path: "\(folder)/\(name)", reason: "it is no message")
        )
      }
    }
    if let last = found.value.last, last != found.value.count {
      // The numbers have a gap: a listing can miss a name that was added during the read, although
      // it includes a later one. Reads the folder again to find it.
      let again = try names(in: folder).compactMap(MessageFileLayout.messageNumber)
      found.value = again.filter { $0 <= last }
    }
    return found
  }

  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message? {
    let name = MessageFileLayout.messageFile(number, in: chat)
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
    let folder = path(MessageFileLayout.directory(of: chat))
    let unsent = "\(folder)/.\(content.id.uuidString).tmp"
    let number = try mappingWriteErrors(MessageFileLayout.directory(of: chat)) {
      () throws(POSIXError) in
      // Removes the temporary file of an earlier attempt to send this message, which a crash left
      // behind.
      unlink(unsent)
      defer { unlink(unsent) }
      try PrivateFile.create(unsent, with: content.json.bytes(.indented))
      return try link(unsent, in: chat, after: known)
    }
    do throws(POSIXError) {
      try PrivateFile.flushFolder(folder)
    } catch {
      throw .uncertain(path: MessageFileLayout.messageFile(number, in: chat), reason: error.reason)
    }
    return Message(number: number, content: content)
  }

  /// Links the file into the chat's directory, under the first free message number.
  private func link(
    _ file: String,
    in chat: UUID,
    after known: Int
  ) throws(POSIXError) -> Int {
    var number = known + 1
    while true {
      do throws(POSIXError) {
        try systemCall(Glibc.link(file, path(MessageFileLayout.messageFile(number, in: chat))))
        return number
      } catch  where error.code == .EEXIST {
        number += 1
      }
    }
  }

  /// Replaces a message in its file; unknown members of its JSON are preserved.
  func replace(_ message: Message, in chat: UUID) throws(MessageError) {
    let name = MessageFileLayout.messageFile(message.number, in: chat)
    var json = read(name, as: { $0.object }).value ?? [:]
    json["text"] = nil
    let merged = JSONValue.object(json.merging(message.content.json.object ?? [:]))
    try mappingWriteErrors(name) { () throws(POSIXError) in
      try PrivateFile.replace(path(name), with: merged.bytes(.indented))
    }
  }

  func readMarks(in chat: UUID) throws(MessageError) -> PartialResult<[ReadMark]> {
    switch read(MessageFileLayout.readFile(of: chat), as: { [ReadMark]($0) }) {
    case .read(let marks): PartialResult(value: marks)
    case .missing: PartialResult(value: [])
    case .unusable(let file): PartialResult(value: [], skippedFiles: [file])
    }
  }

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) throws(MessageError) {
    let name = MessageFileLayout.readFile(of: chat)
    try mappingWriteErrors(name) { () throws(POSIXError) in
      try PrivateFile.replace(path(name), with: marks.json.bytes(.indented))
    }
  }

  func draftReceipt(for key: String) throws(MessageError) -> DraftReceipt? {
    try draftReceipts(inFile: MessageFileLayout.keyFile(for: key)).first { $0.key.key == key }
  }

  func save(_ draft: DraftReceipt) throws(MessageError) {
    let name = MessageFileLayout.keyFile(for: draft.key.key)
    let drafts = try draftReceipts(inFile: name) + [draft]
    try mappingWriteErrors(name) { () throws(POSIXError) in
      try PrivateFile.replace(path(name), with: drafts.json.bytes(.indented))
    }
  }

  private func draftReceipts(inFile name: String) throws(MessageError) -> [DraftReceipt] {
    switch read(name, as: { [DraftReceipt]($0) }) {
    case .read(let drafts): return drafts
    case .missing: return []
    // Throws, because sending without a readable receipt could duplicate a message.
    case .unusable(let file): throw .unreadable(path: file.path, reason: file.reason)
    }
  }

  func withExclusiveAccess<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    let lock = try mappingWriteErrors(MessageFileLayout.lock) {
      () throws(POSIXError) -> FileHandle? in
      try PrivateFile.makeFolder(root)
      return try PrivateFile.lock(path(MessageFileLayout.lock), timeout: timeout)
    }
    defer { try? lock?.close() }
    if Task.isCancelled { throw .cancelled }
    if lock == nil { throw .busy }
    return try body()
  }

  /// Runs `body` and converts its system errors to `MessageError.unwritable`.
  private func mappingWriteErrors<Result>(
    _ name: String,
    _ body: () throws(POSIXError) -> Result
  ) throws(MessageError) -> Result {
    do throws(POSIXError) {
      return try body()
    } catch {
      throw .unwritable(path: path(name), reason: error.reason)
    }
  }
}
