import Foundation
import IntentKit
import JSONText
import SystemCalls

/// An unlinked temporary file that passes events to the background process that runs hooks.
struct HookSpool: ~Copyable {
  private let file: FileDescriptor
  private var isBroken = false

  private init(_ file: consuming FileDescriptor) {
    self.file = file
  }

  static func make(in folder: String, _ id: UUID) throws(SystemError) -> HookSpool {
    let path = "\(folder)/minuta-hooks-\(id.uuidString)"
    let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
    try Directory.unlink(path)
    return HookSpool(file)
  }

  /// Appends events.
  ///
  /// If that fails, their hooks don't run, but the changes that raised the events are kept.
  mutating func append(_ events: [HookEvent]) {
    if isBroken { return }
    do throws(SystemError) {
      try file.write(events.flatMap { $0.json.bytes() + [UInt8(ascii: "\n")] })
    } catch {
      // The write may have left a partial line, which would corrupt the next one, so stop writing.
      isBroken = true
    }
  }

  /// Rewinds the file and passes its descriptor to `start`, which starts the background process.
  func dispatchInBackground(_ start: (CInt) -> Void) {
    file.rewind()
    start(file.number)
  }
}
