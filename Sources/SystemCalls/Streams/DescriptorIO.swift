import Glibc

/// Gives the standard streams that are closed a place, so that no file that is opened later is taken
/// for one of them.
///
/// They are opened the wrong way round: reading or writing them stays an error.
package func reserveStandardDescriptors() {
  for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// Reads what is there, at most `count` bytes; empty at the end.
///
/// A descriptor that does not block is waited on.
package func readOnce(
  _ descriptor: CInt,
  path: String?,
  atMost count: Int
) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
    do throws(SystemError) {
      used = try readBlocking(descriptor, path: path, into: buffer)
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

private func readBlocking(
  _ descriptor: CInt,
  path: String?,
  into buffer: UnsafeMutableBufferPointer<UInt8>
) throws(SystemError) -> Int {
  while true {
    do throws(SystemError) {
      return try systemCall("read", path) {
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
    } catch  where error.code == EAGAIN {
      try wait(for: POLLIN, on: descriptor)
    }
  }
}

/// Writes everything, going on after short writes and waiting on a descriptor that does not block.
package func writeAll(
  _ descriptor: CInt,
  path: String?,
  _ bytes: [UInt8]
) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
    }
    if count >= 0 {
      written += count
    } else if errno == EAGAIN {
      try wait(for: POLLOUT, on: descriptor)
    } else if errno != EINTR {
      throw .last("write", path)
    }
  }
}

/// Bytes that a pipe takes at once or not at all.
private let atomicWriteSize = Int(PIPE_BUF)

/// Writes everything to a reader that may be slow, or throws `ETIMEDOUT` where it takes nothing for
/// so long.
package func writeAll(
  _ descriptor: CInt,
  path: String?,
  _ bytes: [UInt8],
  timeout: Duration
) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    guard try isReady(descriptor, for: POLLOUT, within: timeout) else {
      throw SystemError(call: "write", path: path, code: ETIMEDOUT)
    }
    rest = rest.dropFirst(try writeIfReady(descriptor, rest.prefix(atomicWriteSize)))
  }
}

/// Writes what a descriptor takes without making the caller wait, whether it blocks or not.
///
/// - Returns: how many bytes it took.
package func writeIfReady(
  _ descriptor: CInt,
  _ bytes: some Collection<UInt8>
) throws(SystemError) -> Int {
  // A pipe that is ready takes at least so many bytes at once (POSIX, poll and write), and so do a
  // socket and a terminal; only where more are written may the call wait for the rest.
  let bytes = Array(bytes.prefix(atomicWriteSize))
  guard try isReady(descriptor, for: POLLOUT, within: .zero) else { return 0 }
  let count = Glibc.write(descriptor, bytes, bytes.count)
  if count >= 0 { return count }
  if errno == EAGAIN || errno == EINTR { return 0 }
  throw .last("write")
}

/// Waits until a descriptor can be read or written, or its other end is gone.
package func wait(for events: CInt, on descriptor: CInt) throws(SystemError) {
  var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  try systemCall("poll") { poll(&request, 1, -1) }
}

/// Waits until a descriptor can be read or written, or its other end is gone, and tells whether that
/// was so in time.
func isReady(
  _ descriptor: CInt,
  for events: CInt,
  within timeout: Duration
) throws(SystemError) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  let milliseconds = CInt(clamping: Int64((timeout / .milliseconds(1)).rounded(.up)))
  return try systemCall("poll") { poll(&request, 1, milliseconds) } > 0
}
