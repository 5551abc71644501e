import Foundation
import IntentKit
import JSONText
import SystemCalls

/// Events on their way to the process that does their hooks, in a file that has no name.
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

  /// Takes events; what was done stays done where they cannot be kept, and their hooks are not.
  mutating func append(_ events: [HookEvent]) {
    if isBroken { return }
    do throws(SystemError) {
      try file.write(events.flatMap { $0.json.bytes() + [UInt8(ascii: "\n")] })
    } catch {
      // What comes after half a line would be misread.
      isBroken = true
    }
  }

  /// Hands the file over, to be read from its beginning.
  func dispatchInBackground(_ start: (CInt) -> Void) {
    file.rewind()
    start(file.number)
  }
}
