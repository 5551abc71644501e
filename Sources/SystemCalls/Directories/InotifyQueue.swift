import CSystem
import Glibc

/// What the kernel tells of watched folders, by inotify(7).
final class InotifyQueue: Sendable {
  /// What came before the time was up.
  enum WakeReason {
    case events
    /// Something was mounted or unmounted, wherever.
    case mountsChanged
    case timedOut
    case stopped
  }

  private let queue: CInt
  private let stopEvent: CInt
  /// The table of mounts, which inotify says nothing of; below zero where it is not watched.
  private let mounts: CInt

  init(reportsMounts: Bool = false) throws(SystemError) {
    let stopEvent = try systemCall("eventfd") { eventfd(0, O_CLOEXEC | O_NONBLOCK) }
    do throws(SystemError) {
      queue = try systemCall("inotify_init1") { inotify_init1(O_CLOEXEC | O_NONBLOCK) }
    } catch {
      defer { close(stopEvent) }
      // Without a free descriptor it fails as it does at its own limit.
      close(try systemCall("fcntl") { fcntl(stopEvent, F_DUPFD_CLOEXEC, 0) })
      throw error
    }
    self.stopEvent = stopEvent
    // Where it cannot be opened, as without /proc, all else is told.
    mounts = reportsMounts ? open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) : -1
  }

  deinit {
    close(queue)
    close(stopEvent)
    if mounts >= 0 { close(mounts) }
  }

  /// Watches a folder.
  ///
  /// - Parameter events: bits of inotify(7); those that the folder is watched for stay.
  /// - Returns: Nil where there is no such folder, or none that may be read.
  func watch(_ path: String, for events: UInt32) throws(SystemError) -> CInt? {
    let events = events | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    do throws(SystemError) {
      return try systemCall("inotify_add_watch", path) { inotify_add_watch(queue, path, events) }
    } catch  where error.isMissing || error.isLink || error.code == EACCES {
      return nil
    }
  }

  /// Ends a watch, unless its folder is gone and has ended it.
  func unwatch(_ watch: CInt) {
    inotify_rm_watch(queue, watch)
  }

  /// Waits for events.
  ///
  /// - Parameter deadline: nil to wait for as long as it takes.
  func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> WakeReason {
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero { return .timedOut }
      // Rounded up, so that the last part of a millisecond is not waited for in a loop.
      let limit = left.map { CInt(($0 / .milliseconds(1)).rounded(.up)) } ?? -1
      var requests = [queue, stopEvent].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // The kernel tells a change of the table once for each descriptor, as an urgent event.
      requests.append(pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0))
      try systemCall("poll") { poll(&requests, 3, limit) }
      if requests[1].revents != 0 { return .stopped }
      if requests[2].revents != 0 { return .mountsChanged }
      if requests[0].revents != 0 { return .events }
    }
  }

  /// Ends all waiting, now and from here on.
  func stop() {
    var one: UInt64 = 1
    write(stopEvent, &one, MemoryLayout.size(ofValue: one))
  }

  /// What happened since events were last read; all of it, however much that is.
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

/// Something that happened in a watched folder, or to it.
struct InotifyEvent {
  /// The watch, or -1 where events were lost.
  let watch: CInt
  /// The bits of inotify(7).
  let bits: UInt32
  /// The name in the folder; empty for the folder itself.
  let name: String

  func has(_ bits: CInt...) -> Bool { bits.contains { self.bits & UInt32($0) != 0 } }

  var isDirectory: Bool { has(IN_ISDIR) }
  var isOverflow: Bool { has(IN_Q_OVERFLOW) }
}
