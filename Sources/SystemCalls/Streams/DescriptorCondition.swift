import Glibc

/// A condition of a descriptor that a process can wait for, together with others.
package enum DescriptorCondition: Hashable, Sendable {
  /// Input can be read, or has ended.
  case readable(CInt)
  /// Output has no reader any more: the other end of a pipe was closed, or a terminal is gone.
  case abandoned(CInt)
  /// A file of the kernel, such as the mount table, has changed.
  case changed(CInt)

  private var request: pollfd {
    switch self {
    case .readable(let descriptor): pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The kernel always reports errors and hangups, also if no events are requested.
    case .abandoned(let descriptor): pollfd(fd: descriptor, events: 0, revents: 0)
    case .changed(let descriptor): pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    }
  }

  /// Waits until at least one condition is met, and returns those that are met.
  @discardableResult
  package static func wait(
    forAny conditions: [DescriptorCondition]
  ) throws(SystemError) -> Set<DescriptorCondition> {
    var requests = conditions.map(\.request)
    try systemCall("poll") { poll(&requests, nfds_t(requests.count), -1) }
    return Set(zip(conditions, requests).lazy.filter { $1.revents != 0 }.map { $0.0 })
  }
}
