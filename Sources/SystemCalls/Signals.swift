import Glibc

/// What the process does about signals.
package enum Signals {
  /// Makes writing to a closed pipe an error of that write instead of the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
