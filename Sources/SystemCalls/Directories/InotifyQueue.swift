import CSystem
import Glibc

/// A queue of inotify(7) events for watched directories.
final class InotifyQueue: Sendable {
  private let queue: CInt
  private let wakeEvent: CInt
  /// A descriptor of the kernel's mount table, because inotify doesn't report mounts.
  ///
  /// It is -1 if the table can't be opened, for example without /proc.
  private let mounts: CInt

  init() throws(SystemError) {
    let wakeEvent = try systemCall("eventfd") { eventfd(0, O_CLOEXEC | O_NONBLOCK) }
    do throws(SystemError) {
      queue = try systemCall("inotify_init1") { inotify_init1(O_CLOEXEC | O_NONBLOCK) }
    } catch {
      defer { close(wakeEvent) }
      // inotify_init1 fails with EMFILE in two cases: the limit of inotify instances is reached, or
      // there is no free descriptor. In the second case fcntl fails too, and its error is thrown.
      close(try systemCall("fcntl") { fcntl(wakeEvent, F_DUPFD_CLOEXEC, 0) })
      throw error
    }
    self.wakeEvent = wakeEvent
    mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
  }

  deinit {
    close(queue)
    close(wakeEvent)
    if mounts >= 0 { close(mounts) }
  }

  /// Watches a directory.
  ///
  /// - Parameter events: inotify(7) bits, added to those of an existing watch.
  /// - Returns: Nil if the directory doesn't exist or isn't readable.
  func watch(_ path: String, for events: UInt32) throws(SystemError) -> CInt? {
    let events = events | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    do throws(SystemError) {
      return try systemCall("inotify_add_watch", path) { inotify_add_watch(queue, path, events) }
    } catch  where error.isMissing || error.isLink || error.code == EACCES {
      return nil
    }
  }

  /// Stops watching a directory.
  ///
  /// Has no effect if the directory was deleted, because the kernel has then removed the watch.
  func unwatch(_ watch: CInt) {
    inotify_rm_watch(queue, watch)
  }

  /// Waits for events, a mount or unmount anywhere on the system, `wake()`, or one of other
  /// conditions.
  ///
  /// - Returns: The other conditions that are met.
  @discardableResult
  func wait(
    or conditions: [DescriptorCondition] = []
  ) throws(SystemError) -> Set<DescriptorCondition> {
    // The kernel reports each change of the mount table once per open descriptor, as POLLPRI.
    let own: [DescriptorCondition] = [.readable(queue), .readable(wakeEvent), .changed(mounts)]
    let met = try DescriptorCondition.wait(forAny: own + conditions)
    var count: UInt64 = 0
    Glibc.read(wakeEvent, &count, MemoryLayout.size(ofValue: count))
    return met.subtracting(own)
  }

  /// Ends the current wait, or else the next one.
  func wake() {
    var one: UInt64 = 1
    write(wakeEvent, &one, MemoryLayout.size(ofValue: one))
  }

  /// Returns the events since the last read, with as many system calls as needed.
  func read() throws(SystemError) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    do throws(SystemError) {
      while true { events += Self.events(in: try Self.bytes(from: queue)) }
    } catch  where error.code == EAGAIN {
      return events
    }
  }

  private static func events(in bytes: [UInt8]) -> [InotifyEvent] {
    bytes.withUnsafeBytes { buffer in
      var events: [InotifyEvent] = []
      var place = 0
      let headSize = MemoryLayout<inotify_event>.size
      while place + headSize <= buffer.count {
        let head = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let name = buffer[(place + headSize)...].prefix(Int(head.len)).prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            watch: head.wd,
            bits: head.mask,
            name: String(decoding: name, as: UTF8.self)
          )
        )
        place += headSize + Int(head.len)
      }
      return events
    }
  }

  private static func bytes(from queue: CInt) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, used in
      do throws(SystemError) {
        used = try systemCall("read") { Glibc.read(queue, buffer.baseAddress, buffer.count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// An inotify event about a watched directory or one of its entries.
struct InotifyEvent {
  /// The watch descriptor, which identifies the directory; -1 if events were lost.
  let watch: CInt
  /// The kind of event and its flags, as inotify(7) bits.
  let bits: UInt32
  /// The name of the entry; empty for an event about the watched directory itself.
  let name: String

  func has(_ bits: CInt...) -> Bool { bits.contains { self.bits & UInt32($0) != 0 } }

  var isDirectory: Bool { has(IN_ISDIR) }
  var isOverflow: Bool { has(IN_Q_OVERFLOW) }
}
